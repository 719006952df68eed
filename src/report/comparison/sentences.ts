import { WORD_TEXT } from '../performance/phrases.ts';
import { formatCount, formatNumberOf } from '../phrases/number-format.ts';
import type { Comparison, Standing, SubjectRecord } from './schema.ts';

/** `1 operation, 2 of 140 rules and 3 of 96 behaviours differ.`, where there are two to differ. */
export function differenceSentence(comparison: Comparison): string {
  const { subjects, operations, rules, behaviours } = comparison;
  if (subjects.filter(isKnown).length < 2) return 'Nothing could be compared.';
  const changes = performanceSentence(comparison);
  if (rules.length + behaviours.length === 0 && changes !== undefined) return changes;
  const differing = (rows: readonly { readonly standing: Standing }[], noun: string): string => {
    const count = rows.filter(({ standing }) => standing === 'differs').length;
    return `${formatCount(count)} of ${formatNumberOf(rows.length, noun)}`;
  };
  const missing = rowsThat(operations, 'differs').length;
  const first = missing === 0 ? '' : `${formatNumberOf(missing, 'operation')}, `;
  const others = `${first}${differing(rules, 'rule')} and ${differing(behaviours, 'behaviour')} differ.`;
  return changes === undefined ? others : `${changes} ${others}`;
}

/** `Performance of after: Worse.`; undefined where none was compared. */
function performanceSentence({ performance, subjects }: Comparison): string | undefined {
  return performance?.words
    .map((word, at) => `Performance of ${subjects[at + 1]?.label ?? ''}: ${WORD_TEXT[word]}.`)
    .join(' ');
}

/** `Incomplete: no results of theirs.`; undefined where nothing is missing. */
export function cutShortSentence({ partial, subjects }: Comparison): string | undefined {
  if (!partial) return undefined;
  const cut = Map.groupBy(
    subjects.filter((subject) => subject.partial),
    (subject) => (isKnown(subject) ? 'partial results of' : 'no results of'),
  );
  const clauses = [...cut].map(
    ([state, those]) => `${state} ${those.map(({ label }) => label).join(', ')}`,
  );
  return `Incomplete: ${clauses.join('; ')}.`;
}

function isKnown({ startedAt }: SubjectRecord): boolean {
  return startedAt !== null;
}

/** Rows of one standing. */
export function rowsThat<T extends { readonly standing: Standing }>(
  rows: readonly T[],
  wanted: Standing,
): readonly T[] {
  return rows.filter((row) => row.standing === wanted);
}

import { present } from '../../input/defined.ts';
import { deltaText, figureName, subjectName, WORD_TEXT } from '../performance/phrases.ts';
import { formatCount, formatNumberOf } from '../phrases/number-format.ts';
import type { Comparison, Standing, SubjectRecord } from '../schema/comparison.ts';
import type { PerformanceRow } from '../schema/performance.ts';

/** `b fails 9 required rules that a passes. b is worse than a: TTFT p50 +5.03 ms, +22 %. …` */
export function differenceSentence(comparison: Comparison): string {
  if (comparison.subjects.filter(isKnown).length < 2) return 'Nothing could be compared.';
  return [
    ...failureSentences(comparison),
    ...performanceSentences(comparison),
    countSentence(comparison),
  ]
    .join(' ')
    .trimEnd();
}

export function isKnown({ startedAt }: SubjectRecord): boolean {
  return startedAt !== null;
}

/** Who is worse, by how much; none where no performance was compared. */
export function performanceSentences({ performance, subjects }: Comparison): readonly string[] {
  const first = subjects[0]?.label ?? '';
  return (performance?.words ?? []).map((word, at) => {
    const label = subjects[at + 1]?.label ?? '';
    if (word === 'cannot-tell') return `It is uncertain whether ${label} is worse than ${first}.`;
    if (word === 'same') return `${label} performs the same as ${first}.`;
    const figures = changedFigures(performance?.rows ?? [], at).join(' · ');
    return `${label} is ${WORD_TEXT[word].toLowerCase()} than ${first}${figures === '' ? '' : `: ${figures}`}.`;
  });
}

const FIGURES = 3;

/** The medians that decide the word, or what else has it. @param at counted from the second subject */
export function changedFigures(rows: readonly PerformanceRow[], at: number): readonly string[] {
  const changed = rows.filter(({ changes }) => {
    const word = changes[at]?.word;
    return word === 'worse' || word === 'better';
  });
  const worse = changed.filter(({ changes }) => changes[at]?.word === 'worse');
  const shown = worse.length > 0 ? worse : changed;
  const medians = shown.filter(({ statistic }) => statistic === 'p50');
  const hasOneSubject =
    new Set(rows.filter(({ operation }) => operation !== 'all').map(subjectName)).size === 1;
  return (medians.length > 0 ? medians : shown).slice(0, FIGURES).flatMap((row) => {
    const change = row.changes[at];
    const subject = hasOneSubject ? '' : `${subjectName(row)}: `;
    return change === undefined ? [] : [`${subject}${figureName(row)} ${deltaText(change, row)}`];
  });
}

/** `1 of 7 operations and 13 of 245 rules differ.`; '' where nothing but performance was compared. */
export function countSentence({ operations, rules, behaviours, performance }: Comparison): string {
  const counts = present([
    countPhrase(operations, 'operation'),
    countPhrase(rules, 'rule'),
    countPhrase(behaviours, 'behaviour'),
  ]);
  if (counts.length > 0) return `Different: ${counts.join(', ')}.`;
  const compared = present([rules.length > 0 && 'rule', behaviours.length > 0 && 'behaviour']);
  if (compared.length > 0) return `No ${compared.join(' and no ')} differs.`;
  return performance === undefined ? 'Nothing differs.' : '';
}

function countPhrase(
  rows: readonly { readonly standing: Standing }[],
  noun: string,
): string | false {
  const count = rows.filter(({ standing }) => standing === 'differs').length;
  return count > 0 && `${formatCount(count)} of ${formatNumberOf(rows.length, noun)}`;
}

/** `faulty fails 9 required rules that embedded passes.`; none where all pass the same. */
export function failureSentences({ subjects, rules }: Comparison): readonly string[] {
  const pairs = subjects.slice(1).flatMap(
    (_, at) =>
      [
        [at + 1, 0],
        [0, at + 1],
      ] as const,
  );
  return pairs.flatMap(([failing, passing]) => {
    const count = rules.filter(
      ({ level, cells }) =>
        level === 'must' &&
        cells[failing]?.verdict === 'fail' &&
        cells[passing]?.verdict === 'pass',
    ).length;
    const [one, other] = [subjects[failing]?.label ?? '', subjects[passing]?.label ?? ''];
    return count === 0
      ? []
      : [`${one} fails ${formatNumberOf(count, 'required rule')} that ${other} passes.`];
  });
}

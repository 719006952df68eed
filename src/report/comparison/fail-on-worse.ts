import { uncertainSentence, worseSentences } from '../performance/phrases.ts';
import type { Comparison, RuleRow } from './schema.ts';

/**
 * The comparison with the exit code of `--fail-on worse`: 1 where a subject is worse than the first,
 * 2 where that is uncertain. A comparison that was cut short keeps its code, unless it is 2 and
 * something is worse all the same.
 */
export function failedOnWorse(comparison: Comparison): Comparison {
  const { exitCode, subjects } = comparison;
  const others = subjects.slice(1).map((_, at) => at);
  const worse = others.flatMap((at) => worseOf(comparison, at));
  const uncertain = others.flatMap((at) => uncertainOf(comparison, at));
  const reasons = [...worse, ...uncertain];
  const isDecided = exitCode === 3 || exitCode === 130;
  if (isDecided || reasons.length === 0) return { ...comparison, reasons };
  return { ...comparison, reasons, exitCode: worse.length > 0 ? 1 : 2 };
}

/** @param at the subject, counted from the second one */
function worseOf({ performance, rules, subjects }: Comparison, at: number): readonly string[] {
  const { first, other } = labelsOf(subjects, at);
  return [
    ...rules
      .filter((row) => isRequired(row, at) && row.cells[at + 1]?.verdict === 'fail')
      .map(({ id }) => `Required rule passes in ${first} and fails in ${other}: ${id}.`),
    ...(performance === undefined
      ? []
      : worseSentences(performance, at, first).map((sentence) =>
          subjects.length > 2 ? `${other}: ${sentence}` : sentence,
        )),
  ];
}

function uncertainOf(comparison: Comparison, at: number): readonly string[] {
  const { performance, rules, behaviours, subjects } = comparison;
  const { first, other } = labelsOf(subjects, at);
  const isChecked = [subjects[0], subjects[at + 1]].every(
    (subject) => subject !== undefined && subject.conformant !== null,
  );
  const unverified = rules.filter(
    (row) => isRequired(row, at) && row.cells[at + 1]?.verdict === 'could-not-verify',
  );
  const isComparable = performance !== undefined || rules.length + behaviours.length > 0;
  return [
    ...(isComparable ? [] : [`Nothing of ${first} and ${other} could be compared.`]),
    ...(isChecked
      ? unverified.map(
          ({ id }) =>
            `Required rule passes in ${first} and could not be verified in ${other}: ${id}.`,
        )
      : []),
    ...(performance?.words[at] === 'cannot-tell'
      ? [uncertainSentence(performance, at, first)]
      : []),
  ];
}

/** A required rule that the first subject passes. */
function isRequired({ level, cells }: RuleRow, at: number): boolean {
  return level === 'must' && cells[0]?.verdict === 'pass' && cells[at + 1] !== undefined;
}

function labelsOf(subjects: Comparison['subjects'], at: number) {
  return { first: subjects[0]?.label ?? '', other: subjects[at + 1]?.label ?? '' };
}

import { defined, present } from '../../input/defined.ts';
import { DEFAULT_MIN_EFFECT, type MinEffect } from '../../measure/change/min-effect.ts';
import { ASSAY_VERSION } from '../manifest.ts';
import { comparePerformance } from '../performance/compare-performance.ts';
import { type MeasuredSubject, measuredSubject } from '../performance/measured-subject.ts';
import { uncertainSentence, worseSentences } from '../performance/phrases.ts';
import {
  COMPARISON_VERSION,
  type Comparison,
  type RuleRow,
  type Standing,
  type SubjectRecord,
} from '../schema/comparison.ts';
import { isKnown } from './difference.ts';
import type { Subject } from './recorded-run.ts';
import { behaviourRows, causeRows, operationRows, ruleRows } from './rows.ts';

interface ComparisonOptions {
  readonly comparedAt: Date;
  readonly exitCode: Comparison['exitCode'];
  readonly repro?: string;
  /** The default where absent. */
  readonly minEffect?: MinEffect | undefined;
  /** Fails the comparison where a subject is worse than the first. */
  readonly failOn?: 'worse' | undefined;
}

/** Performance, rules and behaviours of several gateways side by side, differences first. */
export function compare(subjects: readonly Subject[], options: ComparisonOptions): Comparison {
  const { comparedAt, exitCode, repro, minEffect = DEFAULT_MIN_EFFECT, failOn } = options;
  const paired = subjects.some(({ loaded }) => loaded !== undefined);
  const performance = comparePerformance(subjects.map(measuredOf), { minEffect, paired });
  const rules = ruleRows(subjects);
  const causes = causeRows(subjects, rules);
  const comparison: Comparison = {
    comparisonVersion: COMPARISON_VERSION,
    assayVersion: ASSAY_VERSION,
    comparedAt: comparedAt.toISOString(),
    ...defined({ repro }),
    exitCode,
    partial: exitCode !== 0,
    subjects: subjects.map(subjectRecord),
    ...(performance && { performance }),
    operations: [...operationRows(subjects)],
    rules,
    ...(causes.length > 0 && { causes }),
    behaviours: behaviourRows(subjects),
  };
  return failOn === undefined ? comparison : failedOnWorse(comparison);
}

function measuredOf({ label, report, loaded }: Subject): MeasuredSubject {
  return loaded === undefined ? measuredSubject(label, report) : { label, load: loaded.load };
}

function subjectRecord(subject: Subject): SubjectRecord {
  const { label, source, report, sheet, loaded } = subject;
  const known = report ?? sheet;
  return {
    label,
    source,
    address: known?.target.address ?? subject.address,
    profile: report?.profile.name ?? sheet?.profile ?? loaded?.profile ?? null,
    startedAt: known?.startedAt ?? loaded?.startedAt ?? null,
    assayVersion: known?.assayVersion ?? ASSAY_VERSION,
    conformant: report?.conformant ?? null,
    partial: isPartial(subject),
    reasons: [...new Set(whatIsMissing(subject))],
  };
}

/** A recorded run may have one part only; a live one has both. */
function isPartial({ source, report, sheet, loaded }: Subject): boolean {
  if (loaded !== undefined) return false;
  const isIncomplete = report === undefined || sheet === undefined;
  return (source === 'live' && isIncomplete) || report?.partial === true || sheet?.partial === true;
}

function whatIsMissing({ report, sheet, loaded, reasons = [] }: Subject): readonly string[] {
  if (loaded !== undefined) return reasons;
  if (report === undefined && sheet === undefined) return reasons;
  return present([
    ...reasons,
    report === undefined && 'No run report: run assay conform for this target to compare rules.',
    sheet === undefined &&
      'No behaviour sheet: run assay describe for this target to compare behaviour.',
    report?.partial && 'The run was cut short.',
    ...(sheet?.reasons ?? []),
  ]);
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

/** Rows of one standing. */
export function rowsThat<T extends { readonly standing: Standing }>(
  rows: readonly T[],
  wanted: Standing,
): readonly T[] {
  return rows.filter((row) => row.standing === wanted);
}

/**
 * The comparison with the exit code of `--fail-on worse`: 1 where a subject is worse than the first,
 * 2 where that is uncertain. A comparison that was cut short keeps its code, unless it is 2 and
 * something is worse all the same.
 */
function failedOnWorse(comparison: Comparison): Comparison {
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
  return present([
    !isComparable && `Nothing of ${first} and ${other} could be compared.`,
    ...(isChecked
      ? unverified.map(
          ({ id }) =>
            `Required rule passes in ${first} and could not be verified in ${other}: ${id}.`,
        )
      : []),
    performance?.words[at] === 'cannot-tell' && uncertainSentence(performance, at, first),
  ]);
}

/** A required rule that the first subject passes. */
function isRequired({ level, cells }: RuleRow, at: number): boolean {
  return level === 'must' && cells[0]?.verdict === 'pass' && cells[at + 1] !== undefined;
}

function labelsOf(subjects: Comparison['subjects'], at: number) {
  return { first: subjects[0]?.label ?? '', other: subjects[at + 1]?.label ?? '' };
}

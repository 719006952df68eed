import { DEFAULT_MIN_EFFECT, type MinEffect } from '../../measure/change/min-effect.ts';
import { ASSAY_VERSION } from '../assay-version.ts';
import { comparePerformance } from '../performance/compare-performance.ts';
import { type MeasuredSubject, measuredSubject } from '../performance/measured-subject.ts';
import { failedOnWorse } from './fail-on-worse.ts';
import { behaviourRows, operationRows, ruleRows } from './rows.ts';
import { COMPARISON_VERSION, type Comparison, type SubjectRecord } from './schema.ts';
import type { Subject } from './subject.ts';

export interface ComparisonOptions {
  readonly comparedAt: Date;
  readonly exitCode: Comparison['exitCode'];
  /** The default where absent. */
  readonly minEffect?: MinEffect | undefined;
  /** Fails the comparison where a subject is worse than the first. */
  readonly failOn?: 'worse' | undefined;
}

/** Performance, rules and behaviours of several gateways side by side, differences first. */
export function compare(subjects: readonly Subject[], options: ComparisonOptions): Comparison {
  const { comparedAt, exitCode, minEffect = DEFAULT_MIN_EFFECT, failOn } = options;
  const paired = subjects.some(({ loaded }) => loaded !== undefined);
  const performance = comparePerformance(subjects.map(measuredOf), { minEffect, paired });
  const comparison: Comparison = {
    comparisonVersion: COMPARISON_VERSION,
    assayVersion: ASSAY_VERSION,
    comparedAt: comparedAt.toISOString(),
    exitCode,
    partial: exitCode !== 0,
    subjects: subjects.map(subjectRecord),
    ...(performance && { performance }),
    operations: [...operationRows(subjects)],
    rules: ruleRows(subjects),
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
  return [
    ...reasons,
    ...(report === undefined
      ? ['No run report: run `assay conform` for this target to compare rules.']
      : []),
    ...(sheet === undefined
      ? ['No behaviour sheet: run `assay describe` for this target to compare behaviour.']
      : []),
    ...(report?.partial ? ['The run was cut short.'] : []),
    ...(sheet?.reasons ?? []),
  ];
}

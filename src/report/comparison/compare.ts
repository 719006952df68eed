import { defined } from '../../input/defined.ts';
import { DEFAULT_MIN_EFFECT, type MinEffect } from '../../measure/change/min-effect.ts';
import { ASSAY_VERSION } from '../assay-version.ts';
import type { BehaviourRecord, BehaviourSheet } from '../behaviour-sheet/schema.ts';
import { comparePerformance } from '../performance/compare-performance.ts';
import {
  type MeasuredLoad,
  type MeasuredSubject,
  measuredSubject,
} from '../performance/measured-subject.ts';
import { cut } from '../phrases/printable.ts';
import { VERDICTS } from '../phrases/verdicts.ts';
import type { RuleResult, Verdict } from '../schema/rules.ts';
import type { RunReport } from '../schema/run-report.ts';
import { failedOnWorse } from './fail-on-worse.ts';
import { findingWords, shortIds } from './finding-words.ts';
import { operationRows } from './operation-rows.ts';
import {
  type BehaviourRow,
  COMPARISON_VERSION,
  type Comparison,
  type RuleRow,
  type Standing,
  type SubjectRecord,
} from './schema.ts';
import { standingOf } from './standing.ts';

const DETAIL_CHARACTERS = 300;

/** What an interleaved load measured of one target. */
export interface LoadedSubject {
  readonly load: MeasuredLoad;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly profile: string;
}

export interface ComparisonOptions {
  readonly comparedAt: Date;
  readonly exitCode: Comparison['exitCode'];
  /** The default where absent. */
  readonly minEffect?: MinEffect | undefined;
  /** Fails the comparison where a subject is worse than the first. */
  readonly failOn?: 'worse' | undefined;
}

/** One compared target: its report, its sheet, both, or neither when it could not be reached. */
export interface Subject {
  readonly label: string;
  readonly source: SubjectRecord['source'];
  /** Its address or file; the report or sheet has the exact one. */
  readonly address: string;
  readonly report?: RunReport;
  readonly sheet?: BehaviourSheet;
  /** The load of an interleaved comparison, which has neither report nor sheet. */
  readonly loaded?: LoadedSubject;
  /** Why something is missing, a sentence each. */
  readonly reasons?: readonly string[];
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

function ruleRows(subjects: readonly Subject[]): RuleRow[] {
  const results = subjects.map(({ report }) => byId(report?.rules ?? []));
  const rows = firstOfEach(results).map(({ id, area, level, provenance, statement }): RuleRow => {
    const cells = results.map((rules) => ruleCell(rules.get(id)));
    const verdicts = cells.map(({ verdict }) => (isSettled(verdict) ? verdict : null));
    const standing = standingOf(verdicts);
    const harm = results.map((rules) => rules.get(id)?.harm).find((each) => each !== undefined);
    const change = standing === 'differs' ? changeOf(statement, subjects, cells) : undefined;
    const facts = { id, area, level, provenance, statement, ...defined({ harm, change }) };
    return { ...facts, standing, cells };
  });
  return rows.toSorted(
    (one, other) => RANK[one.standing] - RANK[other.standing] || worst(one) - worst(other),
  );
}

function behaviourRows(subjects: readonly Subject[]): BehaviourRow[] {
  const records = subjects.map(({ sheet }) => byId(sheet?.behaviours ?? []));
  const rows = firstOfEach(records).map(({ id, topic, question, silence }): BehaviourRow => {
    const cells = records.map((sheet) => behaviourCell(sheet.get(id)));
    const standing = standingOf(cells.map(({ answer }) => answer));
    return { id, topic, question, silence, standing, cells };
  });
  return rows.toSorted((one, other) => RANK[one.standing] - RANK[other.standing]);
}

const RANK: Readonly<Record<Standing, number>> = { differs: 0, unsettled: 1, same: 2 };

/** What a client must change where the rule fails. */
function changeOf(
  statement: string,
  subjects: readonly Subject[],
  cells: RuleRow['cells'],
): string | undefined {
  const broken = subjects.filter((_, at) => BROKEN.has(cells[at]?.verdict ?? 'pass'));
  if (broken.length === 0) return undefined;
  const labels = broken.map(({ label }) => label).join(', ');
  return `Clients of ${labels} cannot rely on this: ${statement}`;
}

const BROKEN: ReadonlySet<Verdict> = new Set<Verdict>(['fail', 'warn', 'note']);

function isSettled(verdict: Verdict | null): boolean {
  return verdict !== 'could-not-verify' && verdict !== 'not-applicable';
}

function worst({ cells }: RuleRow): number {
  const places = cells.map(({ verdict }) =>
    verdict === null ? VERDICTS.length : VERDICTS.indexOf(verdict),
  );
  return Math.min(...places);
}

function ruleCell(rule: RuleResult | undefined): RuleRow['cells'][number] {
  if (rule === undefined) return { verdict: null };
  const { verdict, reason, conformance, load } = rule;
  const example = conformance?.examples[0] ?? load?.examples[0];
  const detail = (reason && shortIds(reason)) ?? (example && findingWords(example));
  return defined({ verdict, detail: detail && cut(detail, DETAIL_CHARACTERS) });
}

function behaviourCell(record: BehaviourRecord | undefined): BehaviourRow['cells'][number] {
  if (record === undefined)
    return { answer: null, reason: 'this sheet does not have the question' };
  const { answer, reason } = record;
  return defined({ answer, reason });
}

function byId<T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

/** Each item once, from the first that has it, in order. */
function firstOfEach<T>(maps: readonly ReadonlyMap<string, T>[]): readonly T[] {
  const first = new Map<string, T>();
  for (const [id, item] of maps.flatMap((map) => [...map])) {
    if (!first.has(id)) first.set(id, item);
  }
  return [...first.values()];
}

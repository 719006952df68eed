import { present } from '../../input/defined.ts';
import type { FindingRecord } from '../schema/finding.ts';
import type { Violation } from '../schema/load.ts';
import type { RuleResult } from '../schema/rules.ts';
import type { RunReport } from '../schema/run-report.ts';
import { formatCount, formatMilliseconds } from './number-format.ts';
import { clip, clipLine, printable } from './printable.ts';

/** Findings of one rule in one part of the run; under load of one operation. */
export interface FindingGroup {
  readonly rule: string;
  readonly area: string;
  readonly level: RuleResult['level'];
  readonly provenance: RuleResult['provenance'];
  readonly source?: string;
  readonly statement?: string;
  readonly phase: 'conformance' | 'load';
  readonly operation?: string;
  readonly count: number;
  /** Why the baseline accepts them; absent when it does not. */
  readonly accepted?: string;
  /** The first of them. */
  readonly examples: readonly FindingRecord[];
}

/** Every group of findings of a run: those of conformance in the order of the rules, then load's. */
export function findingGroups(report: RunReport): readonly FindingGroup[] {
  const rules = new Map(report.rules.map((rule) => [rule.id, rule]));
  return [
    ...report.rules.flatMap(inConformance),
    ...(report.load?.violations ?? []).map((violation) =>
      findingsUnderLoad(violation, rules.get(violation.rule)),
    ),
  ];
}

/** Findings of operations that the baseline accepts are a group of their own. */
function inConformance(rule: RuleResult): FindingGroup[] {
  const judged = rule.conformance;
  if (judged === undefined || judged.findings === 0) return [];
  const group = {
    rule: rule.id,
    area: rule.area,
    level: weightOf(rule),
    provenance: rule.provenance,
    source: rule.source,
    statement: rule.statement,
    phase: 'conformance' as const,
    count: judged.findings,
    examples: judged.examples,
  };
  const { operations = [], reason } = rule.accepted ?? {};
  if (reason === undefined) return [group];
  const count = operations.reduce((sum, name) => sum + (judged.operations?.[name] ?? 0), 0);
  const isAccepted = ({ evidence }: FindingRecord) =>
    evidence !== undefined && operations.includes(evidence.operation);
  if (count === judged.findings) return [{ ...group, level: 'may', accepted: reason }];
  const [accepted, fresh] = [
    judged.examples.filter(isAccepted),
    judged.examples.filter((example) => !isAccepted(example)),
  ];
  return present([
    { ...group, count: judged.findings - count, examples: fresh },
    count !== 0 && { ...group, level: 'may' as const, accepted: reason, count, examples: accepted },
  ]);
}

function findingsUnderLoad(violation: Violation, rule: RuleResult | undefined): FindingGroup {
  const { provenance, operation, count, examples, accepted = false } = violation;
  const level = rule === undefined ? violation.level : weightOf(rule);
  return {
    rule: violation.rule,
    area: rule?.area ?? 'load',
    level: accepted ? 'may' : level,
    provenance,
    ...(rule && { source: rule.source, statement: rule.statement }),
    phase: 'load',
    operation,
    count,
    ...(accepted && rule?.accepted && { accepted: rule.accepted.reason }),
    examples,
  };
}

/** What the baseline accepts weighs no more than a note. */
function weightOf({ level, verdict }: RuleResult): RuleResult['level'] {
  return verdict === 'note' ? 'may' : level;
}

const LINE_CHARACTERS = 500;
/** Longer lines are in the other reports. */
const CURL_CHARACTERS = 1500;
const COMMAND_CHARACTERS = 4000;

/** A finding in plain lines: what was tried, expected and seen, and where. */
export function plainFinding(finding: FindingRecord): string[] {
  const { label, expected, actual, evidence } = finding;
  const { trace } = evidence ?? {};
  const place = whereabouts(finding);
  return present([
    label !== undefined && `tried     ${clipLine(label, LINE_CHARACTERS)}`,
    `expected  ${clipLine(expected, LINE_CHARACTERS)}`,
    `actual    ${clipLine(actual, LINE_CHARACTERS)}${place === '' ? '' : `   ${place}`}`,
    trace !== undefined && `trace     ${clipLine(trace.url ?? trace.id, LINE_CHARACTERS)}`,
  ]);
}

/** Longer values are shown in the report. */
const SEEN_CHARACTERS = 60;

/** `"1700000000", expected an integer`; undefined where that is too long for a line. */
export function seenWords({
  actual,
  expected,
}: Pick<FindingRecord, 'actual' | 'expected'>): string | undefined {
  const seen = `${actual}, expected ${expected}`;
  return seen.length <= SEEN_CHARACTERS ? seen : undefined;
}

/** `in created, at 612 ms, request 17`. */
export function whereabouts({ where, atMs, evidence }: FindingRecord): string {
  return present([
    where !== undefined && `in ${clipLine(where, 200)}`,
    atMs !== undefined && `at ${formatMilliseconds(atMs)}`,
    evidence !== undefined && `request ${evidence.exchange}`,
  ]).join(', ');
}

/** More of a time line is in the other reports. */
const MOMENTS = 14;
const END_COLUMN = 10;

/** Both ends of a finding on one time line: what the caller saw, and what the upstream did. */
export function timelineLines({ timeline = [] }: FindingRecord): string[] {
  return timeline.slice(0, MOMENTS).map(({ atMs, end, what }) => {
    const when = formatMilliseconds(atMs).padStart(END_COLUMN);
    return `${when}  ${end.padEnd(END_COLUMN)}${clipLine(what, 200)}`;
  });
}

/** A finding in plain lines, and how to reproduce it. */
export function findingText(finding: FindingRecord): string {
  return [...plainFinding(finding), ...timelineLines(finding), ...reproductionLines(finding)].join(
    '\n',
  );
}

/** How to reproduce a finding: lines to be copied whole. */
export function reproductionLines({ reproduce, evidence }: FindingRecord): string[] {
  const { assay, shell = evidence?.curl } = reproduce ?? {};
  return present([
    ...(assay === undefined ? [] : clip(assay, COMMAND_CHARACTERS).split('\n')),
    ...(shell === undefined ? [] : curlLines(shell)),
  ]);
}

function curlLines(shell: string): string[] {
  if (shell.length > CURL_CHARACTERS)
    return ['# The request is too long to show: see report.json.'];
  return printable(shell).split('\n');
}

const SHORT_CHARACTERS = 200;

/** Why a rule did not pass, in one line: `expected X, got Y (and 3 more)`; else its statement. */
export function failureLine(rule: RuleResult): string {
  const example = firstFinding(rule);
  if (example === undefined) return rule.statement;
  const { label, expected, actual, where } = example;
  const place = where === undefined ? '' : ` in ${short(where)}`;
  const more = findingsOf(rule) - 1;
  const notes = present([
    label !== undefined && `tried: ${short(label)}`,
    more > 0 && `and ${formatCount(more)} more`,
  ]);
  const note = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
  return `expected ${short(expected)}, got ${short(actual)}${place}${note}`;
}

/** The first finding that the baseline does not accept. */
export function firstFinding(rule: RuleResult): FindingRecord | undefined {
  const examples = examplesOf(rule);
  const known = new Set(rule.accepted?.operations);
  return examples.find(({ evidence }) => !known.has(evidence?.operation ?? '')) ?? examples[0];
}

/** The first findings: those of conformance, which are easier to repeat, before those of load. */
export function examplesOf({ conformance, load }: RuleResult): readonly FindingRecord[] {
  return [...(conformance?.examples ?? []), ...(load?.examples ?? [])];
}

/** In conformance and under load. */
export function findingsOf({ conformance, load }: RuleResult): number {
  return (conformance?.findings ?? 0) + (load?.findings ?? 0);
}

function short(text: string): string {
  return clipLine(text, SHORT_CHARACTERS);
}

import type { Example, Tally } from '../conformance/judge.ts';
import type { Reading } from '../conformance/reading.ts';
import type { Level, Rule } from '../conformance/rule.ts';
import type { RuleSource } from '../conformance/rule-source.ts';
import type { CatalogueEntry } from '../conformance/rules.ts';
import type { RuleOutcome } from '../conformance/run.ts';
import type { JudgedRule } from '../measure/capacity/merged-judges.ts';
import { evidenceRecord } from './evidence.ts';
import { overrideOf } from './overrides.ts';
import { clip } from './printable.ts';
import type { FindingRecord, JudgedRecord, RuleResult, Verdict, Violation } from './run-report.ts';
import { VERDICT_OF_LEVEL } from './verdicts.ts';

/** Characters of what was seen. */
const FINDING_CHARACTERS = 2000;
/** Examples of one rule in the report. */
const EXAMPLES = 5;

export interface RuleEvidence {
  /** Absent when conformance was not asked for. */
  readonly conformance?: readonly RuleOutcome[];
  /** Absent when load was not asked for. */
  readonly load?: readonly JudgedRule[];
  /** Whom each rule protects and which knobs it reads, by its id. */
  readonly sources: ReadonlyMap<string, RuleSource>;
  /** Rules that came after the rule set of the run: they are only noted. */
  readonly newer: ReadonlySet<string>;
}

/** One result a rule: what conformance and load saw of it, and the verdict of both together. */
export function ruleResults(
  catalogue: readonly CatalogueEntry[],
  reading: Reading,
  evidence: RuleEvidence,
): RuleResult[] {
  const outcomes = new Map(evidence.conformance?.map((outcome) => [outcome.rule, outcome]));
  const judges = new Map(evidence.load?.map((judge) => [judge.rule, judge]));
  return catalogue.flatMap(({ area, rule }) => {
    const outcome = outcomes.get(rule);
    const judge = judges.get(rule);
    if (outcome === undefined && judge === undefined) return [];
    const level = levelOf(rule, reading, evidence.newer);
    const override = overrideOf(rule.id, { reading, sources: evidence.sources });
    const harm = evidence.sources.get(rule.id)?.harm;
    const result = ruleResult(area, rule, level, outcome, judge);
    return [{ ...result, ...(override && { override }), ...(harm && { harm }) }];
  });
}

function ruleResult(
  area: string,
  rule: Rule,
  level: Level,
  outcome: RuleOutcome | undefined,
  judge: JudgedRule | undefined,
): RuleResult {
  return {
    id: rule.id,
    area,
    level,
    provenance: rule.provenance,
    source: rule.source,
    statement: rule.statement,
    ...verdictOf(level, outcome, judge),
    ...(outcome && wasJudged(outcome) && { conformance: judgedRecord(outcome.tally) }),
    ...(outcome?.durationMs !== undefined && { durationMs: outcome.durationMs }),
    ...(judge && { load: judgedRecord(judge.tally) }),
  };
}

/** A rule that is not judged has a finding when its operation is lacking. */
function wasJudged({ exclusion, tally }: RuleOutcome): boolean {
  return exclusion === undefined || tally.findings > 0;
}

/** A profile may give a rule another level; one that is newer than the rule set is a may. */
export function levelOf(rule: Rule, reading: Reading, newer: ReadonlySet<string>): Level {
  if (newer.has(rule.id)) return 'may';
  const value = reading.rules.get(rule.id)?.value;
  return value === undefined || value === 'off' ? rule.level : value;
}

function verdictOf(
  level: Level,
  outcome: RuleOutcome | undefined,
  judge: JudgedRule | undefined,
): { verdict: Verdict; reason?: string } {
  const findings = (outcome?.tally.findings ?? 0) + (judge?.tally.findings ?? 0);
  if (findings > 0) return { verdict: VERDICT_OF_LEVEL[level] };
  if (outcome?.exclusion !== undefined) return outcome.exclusion;
  if (outcome !== undefined) {
    if (outcome.tally.judged > 0) return { verdict: 'pass' };
    return { verdict: 'could-not-verify', reason: reasonOf(outcome.tally) };
  }
  if (judge !== undefined && judge.tally.judged > 0) return { verdict: 'pass' };
  return { verdict: 'not-applicable', reason: 'the load brought no evidence for it' };
}

function reasonOf({ reasons }: Tally): string {
  return reasons.size === 0 ? 'its probe brought no evidence' : [...reasons].join('; ');
}

function judgedRecord(tally: Tally): JudgedRecord {
  const examples = [...tally.byOperation.values()].flatMap((kept) => kept.examples);
  const operations = [...tally.byOperation].map(([name, { findings }]) => [name, findings]);
  return {
    ...(operations.length > 0 && { operations: Object.fromEntries(operations) }),
    judged: tally.judged,
    unverified: tally.unverified,
    findings: tally.findings,
    examples: examples.slice(0, EXAMPLES).map(findingRecord),
  };
}

/** Findings under load, by rule and operation. */
export function violations(
  catalogue: readonly CatalogueEntry[],
  reading: Reading,
  judges: readonly JudgedRule[],
  newer: ReadonlySet<string>,
): Violation[] {
  const known = new Set(catalogue.map(({ rule }) => rule));
  return judges
    .filter(({ rule }) => known.has(rule))
    .flatMap(({ rule, tally }) =>
      [...tally.byOperation].map(([operation, { findings, examples }]) => ({
        rule: rule.id,
        level: levelOf(rule, reading, newer),
        provenance: rule.provenance,
        operation,
        count: findings,
        examples: examples.map(findingRecord),
      })),
    );
}

function findingRecord({ finding, exchange, label }: Example): FindingRecord {
  return {
    ...(label !== undefined && { label }),
    expected: clip(finding.expected, FINDING_CHARACTERS),
    actual: actualText(finding.actual),
    ...(finding.where !== undefined && { where: finding.where }),
    ...(finding.atMs !== undefined && { atMs: finding.atMs }),
    ...(exchange && { evidence: evidenceRecord(exchange) }),
  };
}

function actualText(actual: unknown): string {
  const text = typeof actual === 'string' ? actual : JSON.stringify(actual);
  return clip(text ?? 'nothing', FINDING_CHARACTERS);
}

import type { FindingRecord } from '../schema/finding.ts';
import type { Violation } from '../schema/load.ts';
import type { RuleResult } from '../schema/rules.ts';
import type { RunReport } from '../schema/run-report.ts';

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
      underLoad(violation, rules.get(violation.rule)),
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
  return [
    { ...group, count: judged.findings - count, examples: fresh },
    ...(count === 0
      ? []
      : [{ ...group, level: 'may' as const, accepted: reason, count, examples: accepted }]),
  ];
}

function underLoad(violation: Violation, rule: RuleResult | undefined): FindingGroup {
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

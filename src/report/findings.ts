import type { FindingRecord, RuleResult, RunReport, Violation } from './run-report.ts';

/** The findings of one rule in one part of the run; under load of one operation. */
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

function inConformance(rule: RuleResult): FindingGroup[] {
  const judged = rule.conformance;
  if (judged === undefined || judged.findings === 0) return [];
  return [
    {
      rule: rule.id,
      area: rule.area,
      level: weightOf(rule),
      provenance: rule.provenance,
      source: rule.source,
      statement: rule.statement,
      phase: 'conformance',
      count: judged.findings,
      examples: judged.examples,
    },
  ];
}

function underLoad(violation: Violation, rule: RuleResult | undefined): FindingGroup {
  const { provenance, operation, count, examples } = violation;
  return {
    rule: violation.rule,
    area: rule?.area ?? 'load',
    level: rule === undefined ? violation.level : weightOf(rule),
    provenance,
    ...(rule && { source: rule.source, statement: rule.statement }),
    phase: 'load',
    operation,
    count,
    examples,
  };
}

/** What the baseline accepts weighs no more than a note. */
function weightOf({ level, verdict }: RuleResult): RuleResult['level'] {
  return verdict === 'note' ? 'may' : level;
}

import type { JudgedRecord, RuleResult } from '../../src/report/schema/rules.ts';

/**
 * @param operations findings by operation
 * @param pieces what was judged, where there is no finding or it is not all
 */
export function judgedRecord(
  operations: Record<string, number>,
  pieces: NonNullable<JudgedRecord['pieces']> = {},
): JudgedRecord {
  const findings = Object.values(operations).reduce((sum, count) => sum + count, 0);
  return {
    judged: 4,
    unverified: Object.values(pieces).reduce((sum, each) => sum + each.unverified, 0),
    findings,
    examples: [],
    pieces: Object.keys(pieces).length > 0 ? pieces : { chat: { judged: 4, unverified: 0 } },
    ...(findings > 0 && { operations }),
  };
}

/** A required rule of chat: failed where it has findings, else passed. */
export function baselineRule(facts: Partial<RuleResult> = {}): RuleResult {
  const fails =
    Object.keys(facts.conformance?.operations ?? facts.load?.operations ?? {}).length > 0;
  return {
    id: 'chat-usage-sum',
    area: 'chat',
    level: 'must',
    provenance: 'assumed',
    source: 'a source',
    statement: 'A statement.',
    verdict: fails ? 'fail' : 'pass',
    ...facts,
  };
}

import type { AcceptedFinding } from '../../conformance/baseline.ts';
import { isOperation } from '../../contract/operations.ts';
import type { JudgedRecord, RuleResult } from '../schema/rules.ts';

export type BaselineOperation = AcceptedFinding['operations'][number];

/** Operations with findings of a rule, in conformance or under load. */
export function operationsWithFindings({
  conformance,
  load,
}: Pick<RuleResult, 'conformance' | 'load'>): ReadonlySet<BaselineOperation> {
  return new Set([...findingsIn(conformance), ...findingsIn(load)]);
}

export function findingsIn(judged: JudgedRecord | undefined): BaselineOperation[] {
  return Object.keys(judged?.operations ?? {}).filter(isSubject);
}

/** Whether evidence of an operation came and all of it could be judged: part of it proves nothing. */
export function isWhollyJudged(judged: JudgedRecord | undefined, operation: string): boolean {
  const pieces = judged?.pieces?.[operation];
  return pieces !== undefined && pieces.judged > 0 && pieces.unverified === 0;
}

function isSubject(name: string): name is BaselineOperation {
  return name === 'other' || isOperation(name);
}

import type { Series } from '../../src/conformance/evidence.ts';
import { RuleJudge } from '../../src/conformance/judge.ts';
import type { Rule } from '../../src/conformance/rule.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { EXPECT } from './judge-reference.ts';

/** A rule whose probe keeps its evidence, so that other judges can be applied to it. */
export interface TapedRule {
  readonly rule: Rule;
  readonly pieces: readonly (Exchange | Series)[];
}

export function taped(rule: Rule): TapedRule {
  const pieces: (Exchange | Series)[] = [];
  const { probe } = rule;
  const recording: Rule['probe'] = {
    ...probe,
    async run(gateway) {
      const gathered = await probe.run(gateway);
      pieces.push(...gathered);
      return gathered;
    },
  };
  return { rule: { ...rule, probe: recording }, pieces };
}

/** How often the judge of a rule finds something on a tape. */
export function findingsOn(pieces: TapedRule['pieces'], rule: Rule): number {
  const judge = new RuleJudge(rule, EXPECT);
  for (const piece of pieces) judge.judgeOwn(piece);
  return judge.tally.findings;
}

import type { Effort } from '../../src/conformance/effort.ts';
import type { Rule } from '../../src/conformance/rule.ts';
import type { RuleOutcome } from '../../src/conformance/run/run-conformance.ts';
import { inWords } from './in-words.ts';
import { judgeReference } from './judge-reference.ts';

/** A busy machine can cause delays that the gateway did not: then rules are judged again. */
const TRIES = 3;

/** It measures no time, but a stalled process reads what came in turn at once. */
const SEES_BURSTS = 'transport-sse-no-hold';

export interface VariantsVerdict {
  readonly findings: readonly RuleOutcome[];
  /** Ids of the rules that had nothing to judge. */
  readonly unverified: readonly string[];
}

/**
 * Judges a gateway with these variants by the rules. Timing rules with a finding, and rules that
 * unexpectedly have no evidence, are judged again alone: on a busy machine a few of two hundred rules
 * lose time, and with it their evidence. `npm run test:deep` sends all that the probes can.
 */
export async function judgeVariants(
  rules: readonly Rule[],
  variants: readonly string[],
  takenAway: readonly string[] = [],
  effort: Effort = 'modest',
): Promise<VariantsVerdict> {
  const isDoubtful = ({ rule, tally }: RuleOutcome) =>
    tally.judged === 0
      ? !takenAway.includes(rule.id)
      : tally.findings > 0 && (rule.measuresTime === true || rule.id === SEES_BURSTS);
  let last = await judgeReference(rules, { variants, effort });
  for (let tries = 1; tries < TRIES; tries += 1) {
    const doubtful = last.filter(isDoubtful).map(({ rule }) => rule);
    if (doubtful.length === 0) break;
    const again = await judgeReference(doubtful, { variants, effort });
    last = [...last.filter((outcome) => !isDoubtful(outcome)), ...again];
  }
  return {
    findings: withFindings(last),
    unverified: last
      .filter(({ tally }) => tally.judged === 0)
      .map(({ rule }) => rule.id)
      .toSorted(),
  };
}

/**
 * Which of some variants that were judged together is to blame: each is judged alone.
 *
 * @returns a line a finding, with the variants that cause it
 */
export async function blame(
  findings: readonly RuleOutcome[],
  variants: readonly string[],
): Promise<readonly string[]> {
  const rules = findings.map(({ rule }) => rule);
  const culprits = new Map<string, string[]>();
  for (const variant of findings.length === 0 ? [] : variants) {
    const alone = await judgeVariants(rules, [variant]);
    for (const { rule } of alone.findings) {
      culprits.set(rule.id, [...(culprits.get(rule.id) ?? []), variant]);
    }
  }
  return findings.map((outcome) => {
    const alone = culprits.get(outcome.rule.id)?.join(', ') ?? 'no variant alone, only together';
    return `${alone}: ${inWords(outcome)}`;
  });
}

function withFindings(outcomes: readonly RuleOutcome[]): readonly RuleOutcome[] {
  return outcomes.filter(({ tally }) => tally.findings > 0);
}

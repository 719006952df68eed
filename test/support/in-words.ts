import type { RuleOutcome } from '../../src/conformance/run/run-conformance.ts';

/** A rule with all that it found and could not verify, for the message of a failed test. */
export function inWords({ rule, tally }: RuleOutcome): string {
  const examples = [...tally.byOperation.values()].flatMap((kept) => kept.examples);
  const findings = examples.map(
    ({ finding, label }) =>
      `${label ?? ''} expected ${finding.expected}, actual ${JSON.stringify(finding.actual)}`,
  );
  return [rule.id, ...tally.reasons, ...findings].join('\n  ');
}

import type { Expectations } from '../../../src/conformance/expectations.ts';
import type { Finding } from '../../../src/conformance/rule.ts';

/** Evidence with which the rule passes. */
export function passes<Evidence>(
  name: string,
  evidence: Evidence,
  expect: Partial<Expectations> = {},
) {
  return { name, evidence, expect };
}

/** Evidence with these findings and no others, by the members worth naming. */
export function finds<Evidence>(
  name: string,
  evidence: Evidence,
  ...findings: readonly Partial<Finding>[]
) {
  return { name, evidence, findings };
}

/** Evidence that cannot settle the rule, for a reason with these words. */
export function unverified<Evidence>(
  name: string,
  evidence: Evidence,
  unverifiable: string,
  expect: Partial<Expectations> = {},
) {
  return { name, evidence, unverifiable, expect };
}

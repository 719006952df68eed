import type { Operation } from '../contract/operations.ts';
import { absenceReason, isAbsent } from './operations-offered.ts';
import type { Reading } from './reading.ts';
import type { Prerequisite, Rule } from './rule.ts';

/** What the run has beside the profile. */
export interface Means {
  /** A key of another tenant was given. */
  readonly secondKey: boolean;
}

/** Why a rule is not judged at all, or undefined when it can be. */
export type Exclusion =
  | { readonly verdict: 'not-applicable'; readonly reason: string }
  | { readonly verdict: 'could-not-verify'; readonly reason: string };

const MISSING: Record<Prerequisite, string> = {
  ledger: 'needs a ledger: set the knob ledgerPath in a profile',
  'second-key': 'needs an API key of another tenant: set ASSAY_API_KEY_2',
  'echoing-model': 'needs an echoing model: set the knob echoModel in a profile',
  'failure-trigger': 'needs a model that fails: set failingModel and its like in a profile',
  'slow-answers': 'needs answers that overlap: set the knob slowModel in a profile',
};

export const PREREQUISITES = Object.keys(MISSING).filter(isPrerequisite);

function isPrerequisite(name: string): name is Prerequisite {
  return Object.hasOwn(MISSING, name);
}

/** What is judged or looked at, and what it cannot do without. */
interface Claim extends Pick<Rule, 'id' | 'needs'> {
  readonly operations?: readonly Operation[];
}

export function exclusionOf(claim: Claim, reading: Reading, means: Means): Exclusion | undefined {
  const override = reading.rules.get(claim.id);
  if (override?.value === 'off') return { verdict: 'not-applicable', reason: override.reason };
  const { operations = [] } = claim;
  if (operations.length > 0 && operations.every((operation) => isAbsent(operation, reading))) {
    return { verdict: 'not-applicable', reason: absenceReason(operations, reading) };
  }
  const missing = claim.needs?.find((prerequisite) => !isMet(prerequisite, reading, means));
  if (missing === undefined) return undefined;
  const waiver = reading.waived.get(missing);
  return waiver === undefined
    ? { verdict: 'could-not-verify', reason: MISSING[missing] }
    : { verdict: 'not-applicable', reason: `${missing} is waived: ${waiver}` };
}

function isMet(prerequisite: Prerequisite, { expect }: Reading, means: Means): boolean {
  switch (prerequisite) {
    case 'ledger':
      return expect.ledgerPath !== null;
    case 'second-key':
      return means.secondKey;
    case 'echoing-model':
      return expect.echoModel !== null;
    case 'failure-trigger':
      return expect.failingModel !== null && expect.failingMidStreamModel !== null;
    case 'slow-answers':
      return expect.slowModel !== null;
  }
}

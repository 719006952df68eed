import type { KnobName } from './expectations.ts';
import type { Level, Prerequisite } from './rule.ts';

/** An accepted reading of the contract for a target: what it changes, each with its reason. */
export interface Profile {
  readonly name: string;
  readonly summary: string;
  readonly overrides: readonly Override[];
}

export type Override = KnobOverride | RuleOverride | PrerequisiteOverride;

interface KnobOverride {
  readonly knob: KnobName;
  /** Checked by the knob's own type when the profile is applied. */
  readonly value: unknown;
  readonly reason: string;
}

interface RuleOverride {
  readonly rule: string;
  /** `off` makes the rule not-applicable; a level replaces the rule's own. */
  readonly value: 'off' | Level;
  readonly reason: string;
}

interface PrerequisiteOverride {
  readonly prerequisite: Prerequisite;
  /** Rules that need what is waived become not-applicable. */
  readonly value: 'waived';
  readonly reason: string;
}

import type { Operation } from '../../contract/operations.ts';
import type { SettingName } from '../expectations.ts';
import type { Level, Prerequisite, Provenance } from '../rule.ts';

/** How a target interprets the contract: what it changes, each with its reason. */
export interface Profile {
  readonly name: string;
  readonly summary: string;
  readonly overrides: readonly Override[];
}

export type Override =
  | SettingOverride
  | RuleOverride
  | ProvenanceOverride
  | PrerequisiteOverride
  | OperationOverride;

interface SettingOverride {
  readonly setting: SettingName;
  /** Checked against the type of the setting when the profile is applied. */
  readonly value: unknown;
  readonly reason: string;
}

interface RuleOverride {
  /** An id, or the start of several ids and a star, such as `idempotency-*`. */
  readonly rule: string;
  /** `off` makes the rule not-applicable; a level replaces the rule's own. */
  readonly value: 'off' | Level;
  readonly reason: string;
}

interface ProvenanceOverride {
  /** Every rule of this provenance. */
  readonly provenance: Provenance;
  readonly value: 'off' | Level;
  readonly reason: string;
}

interface PrerequisiteOverride {
  readonly prerequisite: Prerequisite;
  /** Rules that need what is waived become not-applicable. */
  readonly value: 'waived';
  readonly reason: string;
}

/** Whether the target offers an operation; a probe finds out where the profile does not say it. */
export interface OperationOverride {
  readonly operation: Operation;
  /**
   * Rules over absent operations are not applicable; a missing operation that is `offered` fails.
   */
  readonly value: 'absent' | 'offered';
  readonly reason: string;
}

import { z } from 'zod';
import { OPERATION_NAMES } from '../../contract/operations.ts';
import { didYouMean } from '../../input/did-you-mean.ts';
import type { SettingName } from '../expectations.ts';
import { PREREQUISITES } from '../rule.ts';

/** How a target interprets the contract: what it changes, each with its reason. */
export interface Profile {
  readonly name: string;
  readonly summary: string;
  readonly overrides: readonly Override[];
}

const REASON = z.string().min(1).describe('shown in the report beside what it changes');
/** `off` makes a rule not-applicable; a level replaces the rule's own. */
const RULE_VALUE = z.enum(['off', 'must', 'should', 'may']);

/**
 * Whether the target offers an operation; a probe finds out where the profile does not say it. Rules over
 * absent operations are not applicable; a missing operation that is `offered` fails.
 */
export const OperationOverrideSchema = z.strictObject({
  operation: oneOf('operation', OPERATION_NAMES),
  value: z.enum(['absent', 'offered']),
  reason: REASON,
});

/** One change, as a file states it. */
export const OverrideSchema = z.union([
  z.strictObject({ setting: z.string(), value: z.unknown(), reason: REASON }),
  z.strictObject({
    rule: z.string().describe('an id, or the start of several and a star: `idempotency-*`'),
    value: RULE_VALUE,
    reason: REASON,
  }),
  z.strictObject({
    provenance: z.enum(['stated', 'assumed']).describe('every rule of it'),
    value: RULE_VALUE,
    reason: REASON,
  }),
  // Rules that need what is waived become not-applicable.
  z.strictObject({
    prerequisite: oneOf('prerequisite', PREREQUISITES),
    value: z.literal('waived'),
    reason: REASON,
  }),
  OperationOverrideSchema,
]);

type Stated = Readonly<z.infer<typeof OverrideSchema>>;
type OfSetting = Extract<Stated, { readonly setting: string }>;

/** The value of a setting is checked against its type when the profile is applied. */
export type Override = Exclude<Stated, OfSetting> | (OfSetting & { readonly setting: SettingName });

export type OperationOverride = Readonly<z.infer<typeof OperationOverrideSchema>>;

/** An enum whose error names the nearest value. */
function oneOf<const T extends string>(
  subject: string,
  known: readonly [T, ...T[]] | readonly T[],
) {
  return z.enum(known, {
    error: ({ input }) =>
      `Unknown ${subject}: ${String(input)}.${didYouMean(String(input), known)} Known: ${known.join(', ')}`,
  });
}

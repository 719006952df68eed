import type { Operation } from '../../contract/operations.ts';
import { didYouMean } from '../../input/did-you-mean.ts';
import { firstProblem } from '../../input/schema-problem.ts';
import { UsageError } from '../../input/usage-error.ts';
import { type Expectations, SETTINGS, type SettingName } from '../expectations.ts';
import type { Level, Prerequisite, Provenance, Rule } from '../rule.ts';
import type { OperationOverride, Override, Profile } from './profile.ts';

/** A profile applied: what the rules expect of one target, and what was changed. */
export interface ResolvedProfile {
  readonly name: string;
  readonly expect: Expectations;
  readonly overrides: readonly Override[];
  /** Prerequisites that the target cannot offer, with the reason. */
  readonly waived: ReadonlyMap<Prerequisite, string>;
  /** Rules that the profile changes, with the reason. */
  readonly rules: ReadonlyMap<string, { readonly value: 'off' | Level; readonly reason: string }>;
  /** What the profile states about operations; discovery finds out about the others. */
  readonly operations: ReadonlyMap<Operation, OperationOverride>;
}

/**
 * @param also overrides that come after those of the profile, such as models from `assay.yaml`
 * @throws UsageError for an unknown setting or rule, or a value of the wrong type
 */
export function resolveProfile(
  profile: Profile,
  catalogue: readonly Rule[],
  also: readonly Override[] = [],
): ResolvedProfile {
  const overrides = [...profile.overrides, ...also];
  const values: Partial<Record<SettingName, unknown>> = {};
  const waived = new Map<Prerequisite, string>();
  const rules = new Map<string, { value: 'off' | Level; reason: string }>();
  const operations = new Map<Operation, OperationOverride>();
  for (const override of overrides) {
    if ('setting' in override) values[override.setting] = override.value;
    else if ('prerequisite' in override) waived.set(override.prerequisite, override.reason);
    else if ('operation' in override) operations.set(override.operation, override);
    else {
      const { value, reason } = override;
      for (const { id } of rulesOf(override, catalogue)) rules.set(id, { value, reason });
    }
  }
  return {
    name: profile.name,
    expect: expectations(values),
    overrides,
    waived,
    rules,
    operations,
  };
}

type RuleOverride = Extract<Override, { rule: string } | { provenance: Provenance }>;

/** The rules that an override names: one, those of a provenance, or those with this prefix. */
export function rulesNamedBy(override: RuleOverride, catalogue: readonly Rule[]): readonly Rule[] {
  if ('provenance' in override) {
    return catalogue.filter(({ provenance }) => provenance === override.provenance);
  }
  const { rule: name } = override;
  return name.endsWith('*')
    ? catalogue.filter(({ id }) => id.startsWith(name.slice(0, -1)))
    : catalogue.filter(({ id }) => id === name);
}

/** @throws UsageError when it names a rule that does not exist */
function rulesOf(override: RuleOverride, catalogue: readonly Rule[]): readonly Rule[] {
  const named = rulesNamedBy(override, catalogue);
  if (named.length > 0 || 'provenance' in override) return named;
  const ids = catalogue.map(({ id }) => id);
  throw new UsageError(`Unknown rule: ${override.rule}.${didYouMean(override.rule, ids)}`);
}

/**
 * The value of every setting: the given ones, and the defaults of the table for the rest.
 * @throws UsageError for a value of the wrong type
 */
export function expectations(values: Partial<Record<SettingName, unknown>>): Expectations {
  const parsed: Record<string, unknown> = {};
  for (const [name, { type, default: fallback }] of Object.entries(SETTINGS)) {
    const given = isSettingName(name) ? values[name] : undefined;
    const result = type.safeParse(given === undefined ? fallback : given);
    if (!result.success) {
      const problem = firstProblem(type, result.error, given);
      throw new UsageError(`Invalid value of setting ${name}: ${problem}`);
    }
    parsed[name] = result.data;
  }
  if (!isComplete(parsed)) throw new TypeError('a setting has no value');
  return parsed;
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** True by construction: every value was parsed by the type of its setting. */
function isComplete(values: Record<string, unknown>): values is Expectations {
  return Object.keys(SETTINGS).every((name) => Object.hasOwn(values, name));
}

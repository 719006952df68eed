import type { CatalogueEntry } from '../../conformance/catalogue.ts';
import type { Override } from '../../conformance/profiles/profile.ts';
import { type ResolvedProfile, rulesNamedBy } from '../../conformance/profiles/resolved-profile.ts';
import type { Rule } from '../../conformance/rule.ts';
import { featureOf } from '../../conformance/run/absent-features.ts';
import type { RunReport } from '../schema/run-report.ts';

type OverrideRecord = RunReport['profile']['overrides'][number];

interface Overridden {
  readonly profile: ResolvedProfile;
  readonly catalogue: readonly CatalogueEntry[];
}

/** What the profile changes, each with the rules that it touches. */
export function overrideRecords(overridden: Overridden): OverrideRecord[] {
  return overridden.profile.overrides.map((override) => {
    const rules = touchedBy(override, overridden);
    return { ...facts(override), ...(rules.length > 0 && { rules }) };
  });
}

/** What the profile changes of one rule or of a setting that it reads, as one text. */
export function overrideOf({ id, settings }: Rule, profile: ResolvedProfile): string | undefined {
  const own = profile.rules.get(id)?.reason;
  const turned = profile.overrides.flatMap((override) =>
    'setting' in override && settings?.includes(override.setting)
      ? [`${override.setting} is ${JSON.stringify(override.value)}: ${override.reason}`]
      : [],
  );
  const texts = own === undefined ? turned : [own, ...turned];
  return texts.length === 0 ? undefined : texts.join(' ');
}

function touchedBy(override: Override, { catalogue }: Overridden): string[] {
  const rules = catalogue.map(({ rule }) => rule);
  const ids = (kept: readonly Rule[]) => kept.map(({ id }) => id);
  if ('setting' in override) {
    const { setting } = override;
    const isAffected = ({ settings, needs }: Rule) =>
      settings?.includes(setting) || needs?.some((need) => featureOf(need) === setting);
    return ids(rules.filter(isAffected));
  }
  if ('prerequisite' in override) {
    return ids(rules.filter(({ needs }) => needs?.includes(override.prerequisite)));
  }
  if ('operation' in override) {
    if (override.value === 'offered') return [];
    return ids(rules.filter(({ operations }) => operations.includes(override.operation)));
  }
  // The report does not contain rules that were not selected: it may name none.
  return ids(rulesNamedBy(override, rules));
}

function facts(override: Override): Omit<OverrideRecord, 'rules'> {
  const { value, reason } = override;
  if ('setting' in override) return { kind: 'setting', subject: override.setting, value, reason };
  if ('rule' in override) return { kind: 'rule', subject: override.rule, value, reason };
  if ('provenance' in override) {
    return { kind: 'provenance', subject: override.provenance, value, reason };
  }
  if ('operation' in override) {
    return { kind: 'operation', subject: override.operation, value, reason };
  }
  return { kind: 'prerequisite', subject: override.prerequisite, value, reason };
}

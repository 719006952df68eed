import { describeOutcome } from '../../answers/narrow.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Series } from '../evidence.ts';
import { type Expectations, FEATURES, type Feature } from '../expectations.ts';
import { RuleJudge } from '../judge.ts';
import { lacksTools, toolChats } from '../probes/tools.ts';
import type { ResolvedProfile } from '../profiles/resolved-profile.ts';
import type { Need, Probe, Rule } from '../rule.ts';

/** What shows that a target does not offer a feature whose setting is `unknown`. */
type Sign =
  /** This rule has a finding in all that its probe brought: the finding stands for the feature. */
  | { readonly rule: string }
  /** The reason, from what this probe brought, without a finding. */
  | {
      readonly probe: Probe;
      absence(pieces: readonly (Exchange | Series)[], expect: Expectations): string | undefined;
    };

const SIGNS: { readonly [name in Feature]?: Sign } = {
  idempotency: { rule: 'idempotency-every-billable-post' },
  tools: { probe: toolChats, absence: toolsAbsence },
};

/** A gateway that takes tools and never calls one does not offer them either. */
function toolsAbsence(pieces: readonly (Exchange | Series)[]): string | undefined {
  const chats = pieces.flatMap((piece) => ('exchanges' in piece ? [] : [piece]));
  const chat = chats.at(-1);
  return chat && chats.every(lacksTools)
    ? `no answer to a chat that asks for a call has one: ${describeOutcome(chat)}`
    : undefined;
}

/** The feature that a need is part of. */
export function featureOf(need: Need): Feature | undefined {
  return need === 'second-key' ? 'tenants' : FEATURES.find((feature) => feature === need);
}

/** The features that the target does not offer, each with the reason. */
export function absentFeatures({
  expect,
  overrides,
}: ResolvedProfile): ReadonlyMap<Feature, string> {
  const absent = FEATURES.filter((feature) => expect[feature] === 'not-offered');
  const reasonOf = (feature: Feature) =>
    overrides.findLast((each) => 'setting' in each && each.setting === feature)?.reason ?? '';
  return new Map(absent.map((feature) => [feature, reasonOf(feature)]));
}

/** Why a rule is not applicable without a feature; undefined where each may be offered. */
export function absentFeature(
  { needs = [] }: Pick<Rule, 'needs'>,
  profile: ResolvedProfile,
): string | undefined {
  const absent = absentFeatures(profile);
  const [missing] = [...absent].filter(([feature]) =>
    needs.some((need) => featureOf(need) === feature),
  );
  return missing && `${missing[0]} is not offered: ${missing[1]}`;
}

/** Whether the profile says that the target offers what a rule needs. */
export function isDeclared(need: Need, { expect }: ResolvedProfile): boolean {
  const feature = featureOf(need);
  return feature !== undefined && expect[feature] === 'offered';
}

/** The same profile, where the target does not offer a feature. */
export function withoutFeature(
  profile: ResolvedProfile,
  feature: Feature,
  reason: string,
): ResolvedProfile {
  const absent = { setting: feature, value: 'not-offered', reason } as const;
  return {
    ...profile,
    expect: { ...profile.expect, [feature]: absent.value },
    overrides: [...profile.overrides, absent],
  };
}

/** Whether a rule has the finding that stands for a feature that the profile leaves open. */
export function isSign({ id }: Rule, { expect }: ResolvedProfile): boolean {
  return FEATURES.some((feature) => {
    const sign = SIGNS[feature];
    return expect[feature] === 'unknown' && sign && 'rule' in sign && sign.rule === id;
  });
}

/** The features that each probe decides, of those that the profile leaves open. */
export function decidedBy(
  rules: readonly Rule[],
  { expect }: ResolvedProfile,
): ReadonlyMap<Probe, readonly Feature[]> {
  const pairs = FEATURES.filter((feature) => expect[feature] === 'unknown').flatMap((feature) => {
    const sign = SIGNS[feature];
    const probe = sign && ('probe' in sign ? sign.probe : ruleOf(sign, rules)?.probe);
    return probe === undefined ? [] : [{ feature, probe }];
  });
  const byProbe = Map.groupBy(pairs, ({ probe }) => probe);
  return new Map([...byProbe].map(([probe, of]) => [probe, of.map(({ feature }) => feature)]));
}

/** Why the target does not offer a feature, from what the probe that decides it brought. */
export function absenceSeen(
  feature: Feature,
  pieces: readonly (Exchange | Series)[],
  rules: readonly Rule[],
  { expect }: ResolvedProfile,
): string | undefined {
  const sign = SIGNS[feature];
  if (sign === undefined) return undefined;
  if ('probe' in sign) return sign.absence(pieces, expect);
  const rule = ruleOf(sign, rules);
  return rule !== undefined && contradictsAll(rule, pieces, expect)
    ? `see the findings of ${rule.id}; if that is intended, set "${feature}: not-offered" in assay.yaml`
    : undefined;
}

function ruleOf(sign: { readonly rule: string }, rules: readonly Rule[]): Rule | undefined {
  return rules.find(({ id }) => id === sign.rule);
}

/** Whether a rule has a finding in each piece that settles it, and in one at least. */
function contradictsAll(
  rule: Rule,
  pieces: readonly (Exchange | Series)[],
  expect: Expectations,
): boolean {
  const tallies = pieces.map((piece) => {
    const judge = new RuleJudge(rule, expect);
    judge.judgeOwn(piece);
    return judge.tally;
  });
  const settled = tallies.filter(({ judged }) => judged > 0);
  return settled.length > 0 && settled.every(({ findings }) => findings > 0);
}

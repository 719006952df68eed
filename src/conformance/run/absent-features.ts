import { describeOutcome } from '../../answers/narrow.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Series } from '../evidence.ts';
import { type Expectations, FEATURES, type Feature } from '../expectations.ts';
import { dispositionOf, isAccepted } from '../findings/acceptance.ts';
import { RuleJudge } from '../judge.ts';
import { jsonChats } from '../probes/formats.ts';
import { continuedResponse } from '../probes/stored.ts';
import { lacksTools, toolChats } from '../probes/tools.ts';
import { AN_IMAGE, imageChats } from '../probes/vision.ts';
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

/** The signs of one feature are all in what one probe brings. */
const SIGNS: { readonly [name in Feature]?: readonly Sign[] } = {
  idempotency: [{ rule: 'idempotency-every-billable-post' }],
  tools: [{ probe: toolChats, absence: toolsAbsence }],
  structuredOutput: [{ rule: 'chat-format-json' }, { probe: jsonChats, absence: formatsAbsence }],
  vision: [{ probe: imageChats, absence: imagesAbsence }],
  storedResponses: [{ probe: continuedResponse, absence: storageAbsence }],
};

/** A gateway that takes tools and never calls one does not offer them either. */
function toolsAbsence(pieces: readonly (Exchange | Series)[]): string | undefined {
  const chats = singleIn(pieces);
  const chat = chats.at(-1);
  return chat && chats.every(lacksTools)
    ? `no answer to a chat that asks for a call has one: ${describeOutcome(chat)}`
    : undefined;
}

function formatsAbsence(pieces: readonly (Exchange | Series)[]): string | undefined {
  const chats = singleIn(pieces);
  const chat = chats.at(-1);
  return chat && chats.every((each) => dispositionOf(each) === 'refused')
    ? `no chat that asks for JSON is accepted: ${describeOutcome(chat)}`
    : undefined;
}

/** The same chat without an image is accepted. */
function imagesAbsence(pieces: readonly (Exchange | Series)[]): string | undefined {
  const series = pieces.find((piece) => 'exchanges' in piece && piece.label === AN_IMAGE);
  const [plain, image] = series && 'exchanges' in series ? series.exchanges : [];
  return plain && isAccepted(plain) && image && dispositionOf(image) === 'refused'
    ? `a chat with an image is refused: ${describeOutcome(image)}`
    : undefined;
}

/** A gateway that refuses to continue a response which it was to store has stored none. */
function storageAbsence(pieces: readonly (Exchange | Series)[]): string | undefined {
  const [, second] = pieces.flatMap((piece) => ('exchanges' in piece ? piece.exchanges : []));
  return second && dispositionOf(second) === 'refused'
    ? `a request with previous_response_id is refused: ${describeOutcome(second)}`
    : undefined;
}

function singleIn(pieces: readonly (Exchange | Series)[]): readonly Exchange[] {
  return pieces.flatMap((piece) => ('exchanges' in piece ? [] : [piece]));
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

/** The features that each probe decides, of those that the profile leaves open. */
export function decidedBy(
  rules: readonly Rule[],
  { expect }: ResolvedProfile,
): ReadonlyMap<Probe, readonly Feature[]> {
  const deciding = new Map<Probe, Set<Feature>>();
  for (const feature of FEATURES.filter((each) => expect[each] === 'unknown')) {
    for (const sign of signsOf(feature)) {
      const probe = 'probe' in sign ? sign.probe : ruleOf(sign, rules)?.probe;
      if (probe === undefined) continue;
      deciding.set(probe, (deciding.get(probe) ?? new Set()).add(feature));
    }
  }
  return new Map([...deciding].map(([probe, features]) => [probe, [...features]]));
}

/** Why a target does not offer a feature, and the rule whose finding stands for that, where one does. */
interface Absence {
  readonly reason: string;
  readonly shownBy?: Rule;
}

/** That of a feature, from what the probe that decides it brought. */
export function absenceSeen(
  feature: Feature,
  pieces: readonly (Exchange | Series)[],
  rules: readonly Rule[],
  { expect }: ResolvedProfile,
): Absence | undefined {
  for (const sign of signsOf(feature)) {
    if ('probe' in sign) {
      const reason = sign.absence(pieces, expect);
      if (reason !== undefined) return { reason };
      continue;
    }
    const shownBy = ruleOf(sign, rules);
    if (shownBy === undefined || !contradictsAll(shownBy, pieces, expect)) continue;
    const intended = `if that is intended, set "${feature}: not-offered" in assay.yaml`;
    return { reason: `see the findings of ${shownBy.id}; ${intended}`, shownBy };
  }
  return undefined;
}

function signsOf(feature: Feature): readonly Sign[] {
  return SIGNS[feature] ?? [];
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

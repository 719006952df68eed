import { modelFor } from '../../contract/models-by-operation.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Way } from '../../exchange/access.ts';
import type { Expectations, SettingName } from '../expectations.ts';
import type { ResolvedProfile } from '../profiles/resolved-profile.ts';
import { type Need, PREREQUISITES, type Prerequisite, type Rule } from '../rule.ts';
import { absentFeature, isDeclared } from './absent-features.ts';
import { absenceReason, isAbsent } from './absent-operations.ts';

/** What the run can do in addition to the profile. */
export interface Capabilities extends Partial<Way> {
  /** A key of another tenant was given. */
  readonly secondKey: boolean;
  /** Assay is the provider behind the target; absent where it is not. */
  readonly upstream?: {
    /** Why nothing can be seen there, one sentence. */
    readonly problem?: string;
  };
}

/** Why a rule is not judged at all, or undefined when it can be. */
export type Exclusion =
  | { readonly verdict: 'not-applicable'; readonly reason: string }
  | { readonly verdict: 'could-not-verify'; readonly reason: string };

const MISSING: Record<Prerequisite, string> = {
  'api-key': 'needs a target that takes an API key: keyHeader is null in the profile',
  ledger:
    'needs a count of billed calls: set ledgerPath in a profile, or start with --upstream HOST:PORT',
  http1:
    'needs HTTP/1.1, whose messages are texts that follow each other on a connection: this run speaks HTTP/2, which has frames and streams',
  http2: 'needs HTTP/2, whose streams share a connection: run with --http2',
  'own-connection':
    'needs a connection to the target: a proxy makes the connections and the framing of an http target; an https target is judged through a proxy too',
  'second-key': 'needs an API key of another tenant: set ASSAY_API_KEY_2',
  'echoing-model': 'needs an echoing model: set echoModel in a profile',
  'failure-trigger':
    'needs a model that fails: set failingModel and failingMidStreamModel in a profile',
  upstream:
    'needs the provider side: start with --upstream HOST:PORT and configure the gateway to use it as its provider',
};

/** The settings that name the models of a prerequisite. */
const MODEL_SETTINGS: { readonly [name in Prerequisite]?: readonly SettingName[] } = {
  'echoing-model': ['echoModel'],
  'failure-trigger': ['failingModel', 'failingMidStreamModel', 'failingVideoModel'],
};

/** Prerequisites that a target may omit by design: rules that need them are not applicable. */
const BY_NATURE: ReadonlySet<Prerequisite> = new Set<Prerequisite>([
  'api-key',
  'http1',
  'http2',
  'own-connection',
  'upstream',
]);

/** A rule or a behaviour, with its prerequisites. */
interface Claim extends Pick<Rule, 'id' | 'needs'> {
  readonly operations?: readonly Operation[];
}

export function exclusionOf(
  claim: Claim,
  profile: ResolvedProfile,
  capabilities: Capabilities,
): Exclusion | undefined {
  const override = profile.rules.get(claim.id);
  if (override?.value === 'off') return { verdict: 'not-applicable', reason: override.reason };
  const { operations = [] } = claim;
  if (operations.length > 0 && operations.every((operation) => isAbsent(operation, profile))) {
    return { verdict: 'not-applicable', reason: absenceReason(operations, profile) };
  }
  const offered = operations.filter((operation) => !isAbsent(operation, profile));
  const absent = absentFeature(claim, profile);
  if (absent !== undefined) return { verdict: 'not-applicable', reason: absent };
  const missing = claim.needs
    ?.filter(isPrerequisite)
    .find((each) => !isMet(each, offered, profile, capabilities));
  if (missing === undefined) return undefined;
  const problem = missing === 'upstream' ? capabilities.upstream?.problem : undefined;
  if (problem !== undefined) return { verdict: 'could-not-verify', reason: problem };
  if (BY_NATURE.has(missing)) return { verdict: 'not-applicable', reason: MISSING[missing] };
  if (missing === 'second-key' && profile.expect.keyHeader === null) {
    return { verdict: 'not-applicable', reason: MISSING['api-key'] };
  }
  const waiver = isDeclared(missing, profile) ? undefined : profile.waived.get(missing);
  return waiver === undefined
    ? { verdict: 'could-not-verify', reason: missingText(missing, offered, profile.expect) }
    : { verdict: 'not-applicable', reason: `${missing} is waived: ${waiver}` };
}

function isPrerequisite(need: Need): need is Prerequisite {
  return PREREQUISITES.some((each) => each === need);
}

/** @param operations that are judged and may be offered; a model for one of them is enough */
function isMet(
  prerequisite: Prerequisite,
  operations: readonly Operation[],
  { expect }: ResolvedProfile,
  capabilities: Capabilities,
): boolean {
  switch (prerequisite) {
    case 'api-key':
      return expect.keyHeader !== null;
    case 'ledger':
      return expect.ledgerPath !== null || seesUpstream(capabilities);
    case 'http1':
      return capabilities.isHttp2 !== true;
    case 'http2':
      return capabilities.isHttp2 === true;
    case 'own-connection':
      return capabilities.isRelayed !== true;
    case 'second-key':
      return capabilities.secondKey;
    case 'echoing-model':
      return operations.some((operation) => modelFor(expect.echoModel, operation) !== null);
    case 'failure-trigger':
      return operations.some((operation) => fails(operation, expect));
    case 'upstream':
      return seesUpstream(capabilities);
  }
}

function seesUpstream({ upstream }: Capabilities): boolean {
  return upstream !== undefined && upstream.problem === undefined;
}

/** Whether a probe can make this operation fail; for text, both before and within a stream. */
function fails(operation: Operation, expect: Expectations): boolean {
  const atOnce = modelFor(expect.failingModel, operation);
  return operation.startsWith('video-')
    ? (expect.failingVideoModel ?? atOnce) !== null
    : atOnce !== null && modelFor(expect.failingMidStreamModel, operation) !== null;
}

/** Names the operations where the profile has such a model for other operations only. */
function missingText(
  prerequisite: Prerequisite,
  operations: readonly Operation[],
  expect: Expectations,
): string {
  const settings = MODEL_SETTINGS[prerequisite] ?? [];
  const text = MISSING[prerequisite];
  return settings.some((setting) => expect[setting] !== null)
    ? `${text}, for ${operations.join(' or ')}`
    : text;
}

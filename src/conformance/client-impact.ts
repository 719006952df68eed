import { z } from 'zod';
import { OPERATION_NAMES } from '../contract/operations.ts';
import data from './client-impact.json' with { type: 'json' };
import type { Rule } from './rule.ts';

/**
 * What official clients do when a gateway breaks a rule, measured by `npm run client-impact` on the fault
 * that proves the rule, and on good answers of which one member is missing or null.
 */

/** What a client may do on a fault, the worst first, with the words for its detail. */
const WORDS = {
  hangs: () => 'hangs until its timeout',
  throws: (error) => `throws ${error}`,
  'hides-error': (error) => `returns a value instead of throwing ${error}`,
  'loses-text': () => 'loses text silently',
  'wrong-value': (members) => `returns a wrong value silently${members && ` (${members})`}`,
  'late-text': () => 'gets the whole text at the end',
  'costs-more': (calls) => `is billed for ${calls}`,
  'other-error': (errors) => `throws ${errors}`,
  'other-details': (members) => `throws with another ${members}`,
  retries: () => 'needs a retry',
} as const satisfies Record<string, (detail: string) => string>;

type EffectName = keyof typeof WORDS;
const isEffect = (name: string): name is EffectName => Object.hasOwn(WORDS, name);
const NAMES = Object.keys(WORDS).filter(isEffect);

const EffectSchema = z.strictObject({
  client: z.string(),
  effect: z.enum(NAMES),
  /** Class of the error, or the members that differ; empty where the effect needs none. */
  detail: z.string(),
  /** Names of the calls that show it. */
  calls: z.array(z.string()).min(1),
});

const MemberEffectsSchema = z.strictObject({
  operation: z.enum(OPERATION_NAMES),
  /** Type of an event, or which chunk of a chat stream; absent for one body. */
  event: z.string().optional(),
  /** Such as `choices[].delta.role`. */
  member: z.string(),
  change: z.enum(['absent', 'null']),
  /** Ids of the rules whose findings name the member. */
  rules: z.array(z.string()),
  effects: z.array(EffectSchema).min(1),
});

export const ClientImpactSchema = z.strictObject({
  measured: z.iso.date(),
  clients: z.array(
    z.strictObject({
      name: z.string(),
      /** That of its first package. */
      version: z.string(),
      packages: z.record(z.string(), z.string()),
      runtime: z.string(),
      /** The calls that it was tried with. */
      calls: z.array(z.string()).min(1),
      /** Operations for which it has no call. */
      without: z.array(z.string()),
    }),
  ),
  /** By rule; a rule without effects was tried too. */
  rules: z.record(z.string(), z.array(EffectSchema)),
  /** Members of the good answers of the reference gateway, where a client notices that they are missing or null. */
  members: z.array(MemberEffectsSchema),
});

export type ClientImpact = z.infer<typeof ClientImpactSchema>;
export type ClientEffect = z.infer<typeof EffectSchema>;
export type MemberEffects = z.infer<typeof MemberEffectsSchema>;

let parsed: ClientImpact | undefined;

/** The measured table. */
export function clientImpact(): ClientImpact {
  parsed ??= ClientImpactSchema.parse(data);
  return parsed;
}

/** What one client does, in words. */
export interface ClientReaction {
  readonly client: string;
  readonly version: string;
  /** Such as `throws SyntaxError`. */
  readonly reaction: string;
}

const NO_CALL = 'has no such call';
/** Effects that are named; the page of client impact has them all. */
const NAMED = 2;

/** The effects of the fault and the members of a rule; undefined for a rule that was not measured. */
function effectsOf(
  id: string,
  { rules, members }: ClientImpact,
): readonly ClientEffect[] | undefined {
  const ofMembers = members.filter((each) => each.rules.includes(id));
  if (rules[id] === undefined && ofMembers.length === 0) return undefined;
  return [...(rules[id] ?? []), ...ofMembers.flatMap(({ effects }) => effects)];
}

/** @returns one entry for each client; undefined for a rule that was not measured */
export function clientReactions(
  { id, operations }: Pick<Rule, 'id' | 'operations'>,
  impact: ClientImpact = clientImpact(),
): readonly ClientReaction[] | undefined {
  const { clients, members } = impact;
  const effects = effectsOf(id, impact);
  const judged = members.filter(({ rules }) => rules.includes(id)).length;
  return (
    effects &&
    clients.map(({ name, version, without }) => {
      const own = effects.filter(({ client }) => client === name);
      const none = operations.every((each) => without.includes(each)) ? NO_CALL : noEffect(judged);
      return { client: name, version, reaction: worst(own).join(' or ') || none };
    })
  );
}

/** A rule may claim more than its fault and the edits of members break. */
function noEffect(members: number): string {
  const edits = members === 0 ? '' : ` or of edits of ${members} member${members === 1 ? '' : 's'}`;
  return `no effect of its fault${edits} (other claims not tried)`;
}

function worst(effects: readonly ClientEffect[]): readonly string[] {
  const throws = effects.some(({ effect }) => effect === 'throws');
  // A call that fails without the fault too says little beside one that fails only with it.
  const named = effects.filter(({ effect }) => !(throws && effect.startsWith('other-')));
  return [...new Set(worstFirst(named).map(effectWords))].slice(0, NAMED);
}

/** By harm: a hang before an error, an error before a wrong value. */
export function worstFirst(effects: readonly ClientEffect[]): readonly ClientEffect[] {
  return effects.toSorted((one, other) => NAMES.indexOf(one.effect) - NAMES.indexOf(other.effect));
}

/** Such as `throws SyntaxError`. */
export function effectWords({ effect, detail }: ClientEffect): string {
  return WORDS[effect](detail);
}

/** `openai-node 7.57: throws SyntaxError; AI SDK 7.0: loses text silently`; clients that react alike together. */
export function reactionsSentence(reactions: readonly ClientReaction[]): string {
  return [...Map.groupBy(reactions, ({ reaction }) => reaction)]
    .map(([reaction, alike]) => `${alike.map(shortName).join(', ')}: ${reaction}`)
    .join('; ');
}

function shortName({ client, version }: ClientReaction): string {
  return `${client} ${version.split('.').slice(0, 2).join('.')}`;
}

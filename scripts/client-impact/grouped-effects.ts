import type { ClientEffect } from '../../src/conformance/client-impact.ts';
import type { Effect } from './effects.ts';

/** Effects of which the details are members: those of all calls stand together. */
const OF_MEMBERS: ReadonlySet<Effect['effect']> = new Set(['wrong-value', 'other-details']);
const MEMBERS_SHOWN = 3;

/** The effects that one call of a client has. */
export interface CallEffects {
  readonly call: string;
  readonly effects: readonly Effect[];
}

/** One entry for each effect on a client, with all calls that show it. */
export function groupedEffects(client: string, seen: readonly CallEffects[]): ClientEffect[] {
  const all = seen.flatMap(({ call, effects }) => effects.map((effect) => ({ call, ...effect })));
  const groups = Map.groupBy(all, ({ effect, details }) =>
    [effect, ...(OF_MEMBERS.has(effect) ? [] : details)].join(' '),
  );
  return [...groups.values()].flatMap((same) =>
    same.slice(0, 1).map(({ effect }) => ({
      client,
      effect,
      detail: inWords([...new Set(same.flatMap(({ details }) => details))]),
      calls: [...new Set(same.map(({ call }) => call))],
    })),
  );
}

function inWords(names: readonly string[]): string {
  const shown = names.slice(0, MEMBERS_SHOWN);
  return `${shown.join(', ')}${names.length > shown.length ? ' and more' : ''}`;
}

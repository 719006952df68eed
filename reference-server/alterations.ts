import { cleanHooks } from './clean-hooks.ts';
import * as faults from './faults/index.ts';
import type { Alteration, Alterations, Hooks, Parts } from './hooks.ts';
import { BadOptions, unknown } from './options.ts';
import * as variants from './variants/index.ts';

/** Planted defects, by id. */
export const FAULTS: ReadonlyMap<string, Alteration> = byId(Object.values(faults));

/** Legal oddities, by id. */
export const VARIANTS: ReadonlyMap<string, Alteration> = byId(Object.values(variants));

interface Chosen {
  readonly faults: readonly string[];
  readonly variants: readonly string[];
  readonly planted?: readonly Alteration[];
}

/**
 * The clean hooks with the chosen variants, then the chosen faults and what is planted, over them.
 *
 * @throws BadOptions for an id that is not known, or that needs a provider
 */
export function alter(parts: Parts, chosen: Chosen): Hooks {
  const hasUpstream = parts.provider !== undefined;
  const alterations = [
    ...chosen.variants.map((id) => pick('variant', VARIANTS, id, hasUpstream)),
    ...chosen.faults.map((id) => pick('fault', FAULTS, id, hasUpstream)),
    ...(chosen.planted ?? []),
  ];
  const hooks = cleanHooks(parts);
  for (const alteration of alterations) Object.assign(hooks, alteration.hooks({ ...hooks }, parts));
  return hooks;
}

function pick(
  kind: 'fault' | 'variant',
  known: ReadonlyMap<string, Alteration>,
  id: string,
  hasUpstream: boolean,
): Alteration {
  const alteration = known.get(id);
  if (alteration === undefined) {
    throw unknown(kind, id, known.keys(), `"assay list ${kind}s" shows all.`);
  }
  if (alteration.needsUpstream !== true || hasUpstream) return alteration;
  throw new BadOptions(
    `The ${kind} ${id} changes how the gateway relays requests to a provider. Add --upstream URL.`,
  );
}

function byId(tables: readonly Alterations[]): ReadonlyMap<string, Alteration> {
  const rows = tables.flatMap((table) => Object.entries(table));
  return new Map(rows.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

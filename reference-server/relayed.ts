import type { Alteration } from './hooks.ts';

/** Faults or variants of how requests are relayed: each needs a provider. */
export function relayed(rows: readonly Omit<Alteration, 'needsUpstream'>[]): readonly Alteration[] {
  return rows.map((row) => ({ ...row, needsUpstream: true }));
}

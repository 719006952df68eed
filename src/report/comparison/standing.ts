import type { Standing } from './schema.ts';

/** An unknown value is not a difference, but leaves open whether all are the same. */
export function standingOf(values: readonly (string | null)[]): Standing {
  const known = new Set(values.filter((value) => value !== null));
  if (known.size > 1) return 'differs';
  return values.includes(null) ? 'unsettled' : 'same';
}

import type { Standing } from './schema.ts';

/** Unknown values are no difference, but they keep the known ones from being the same. */
export function standingOf(values: readonly (string | null)[]): Standing {
  const known = new Set(values.filter((value) => value !== null));
  if (known.size > 1) return 'differs';
  return values.includes(null) ? 'unsettled' : 'same';
}

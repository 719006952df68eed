import type { Objective } from '../schema/slo.ts';

type Margin = NonNullable<Objective['margin']>;

/** How far what was measured is from the bound; undefined when nothing was judged. */
export function marginOf({
  met,
  measured,
  bound,
}: Pick<Objective, 'met' | 'measured' | 'bound'>): Margin | undefined {
  if (met === null || measured === null) return undefined;
  const distance = Math.abs(measured - bound) * (met ? 1 : -1);
  // No minus before a miss by nothing.
  const value = distance === 0 ? 0 : distance;
  return { value, percentOfBound: bound === 0 ? null : (value / Math.abs(bound)) * 100 };
}

import { UsageError } from '../../input/usage-error.ts';
import { flagOf, nameOf, type Option } from './option.ts';

/**
 * @param given the values of the options
 * @throws UsageError for an option that has no effect without another
 */
export function refuseIdle(options: readonly Option[], given: object): void {
  const values = new Map<string, unknown>(Object.entries(given));
  for (const one of options) {
    const { needs = [], because } = one;
    if (needs.length === 0 || values.get(nameOf(one)) === undefined) continue;
    if (needs.some((need) => isMet(need, values))) continue;
    const flag = flagOf(one);
    const why = because === undefined ? '' : `: ${because}`;
    const add = needs.length === 1 ? needs[0] : 'one of them';
    throw new UsageError(
      `${flag} needs ${needs.join(' or ')}${why}. Add ${add}, or remove ${flag}.`,
    );
  }
}

/** @param need such as `--users`, `--judge after`, or `--baseline FILE` for any value */
function isMet(need: string, values: ReadonlyMap<string, unknown>): boolean {
  const [flags = '', wanted] = need.split(' ');
  const value = values.get(nameOf({ flags }));
  const isAny = wanted === undefined || wanted === wanted.toUpperCase();
  return isAny ? value !== undefined : value === wanted;
}

/** The options, each with an effect only with another one. */
export function needing<const One extends Option>(
  options: readonly One[],
  need: string,
  because: string,
): readonly One[] {
  return options.map((one) => ({ ...one, needs: [need], because }));
}

import { WORKLOAD } from './load-options.ts';
import { nameOf } from './option.ts';
import { HEADER, PROFILE, SEND, TARGET, UPSTREAM } from './run-options.ts';

/** The options that stand for a key of the configuration; those of a scalar come first. */
const KEYED = [TARGET, PROFILE, UPSTREAM, HEADER, ...SEND, ...WORKLOAD].flatMap((one) =>
  'key' in one && one.key !== undefined ? [{ name: nameOf(one), path: one.key.split('.') }] : [],
);

/** The values of options, by the keys of the configuration that they override. */
export type Overrides = Readonly<Record<string, unknown>>;

type Entry = readonly [path: readonly string[], value: unknown];

/** The values of the configuration that the options override, by its keys. */
export function overridesOf(options: object): Overrides {
  const given = new Map<string, unknown>(Object.entries(options));
  return nested(
    KEYED.flatMap(({ name, path }): Entry[] => {
      const value = given.get(name);
      return value === undefined ? [] : [[path, value]];
    }),
  );
}

function nested(entries: readonly Entry[]): Overrides {
  const byKey = Map.groupBy(entries, ([[key = '']]) => key);
  return Object.fromEntries(
    [...byKey].map(([key, of]) => {
      const scalar = of.find(([path]) => path.length === 1);
      const below = of.map(([[, ...rest], value]): Entry => [rest, value]);
      return [key, scalar === undefined ? nested(below) : scalar[1]];
    }),
  );
}

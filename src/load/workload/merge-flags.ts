import { SOURCE_NAMES } from './arrival-plan.ts';

type Written = Readonly<Record<string, unknown>>;

/** Settings that are arrival models by name. */
const MODELS: readonly string[] = ['bursts', 'closed', 'trace'];
/** Settings with a duration of their own. */
const OWN_DURATION: readonly string[] = ['stages', 'trace'];

/**
 * The workload of the file with the flags merged in. A flag that sets the arrivals replaces all
 * settings of the arrivals in the file, including the duration or the iterations in flight where the
 * flag sets them, too.
 */
export function mergeFlags(file: Written, flags: Written): Written {
  const gone = new Set(Object.keys(flags).flatMap(replacedBy));
  for (const name of replacedByModel(flags.arrivals)) gone.add(name);
  if (changesModel(file, flags)) gone.add('arrivals');
  return {
    ...Object.fromEntries(Object.entries(file).filter(([name]) => !gone.has(name))),
    ...flags,
  };
}

function replacedBy(flag: string): readonly string[] {
  const sources: readonly string[] = SOURCE_NAMES;
  if (!sources.includes(flag)) return [];
  if (OWN_DURATION.includes(flag)) return [...sources, 'duration'];
  return flag === 'closed' ? [...sources, 'inFlight'] : sources;
}

function replacedByModel(arrivals: unknown): readonly string[] {
  if (arrivals === undefined) return [];
  if (arrivals === 'poisson' || arrivals === 'constant') return MODELS;
  return SOURCE_NAMES.filter((name) => name !== arrivals);
}

/** Poisson and constant can be combined with any rate, but not with another arrival model. */
function changesModel(file: Written, flags: Written): boolean {
  const isRenamed = MODELS.some((name) => flags[name] !== undefined);
  const isNew = SOURCE_NAMES.some((name) => flags[name] !== undefined);
  return isRenamed || (isNew && MODELS.includes(String(file.arrivals)));
}

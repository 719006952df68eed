import type { LoadReport } from '../schema/load.ts';

type RecordedSecond = LoadReport['series'][number];
type Counted = 'scheduled' | 'started' | 'inFlight';

/** A second without the counts that cover only a part of it. */
export type Second = Omit<RecordedSecond, Counted> & Partial<Pick<RecordedSecond, Counted>>;

export interface ShownSeconds {
  readonly points: readonly Second[];
  /** More than one where there are many: each point has the highest of its seconds. */
  readonly secondsEach: number;
}

/** More points than this are indistinguishable on a page. */
const POINTS = 120;

/** The seconds of a load as a page shows them: so few that no peak is lost. */
export function shownSeconds(load: LoadReport): ShownSeconds {
  const seconds = load.series.map((second) => wholly(second, load));
  const secondsEach = Math.max(1, Math.ceil(seconds.length / POINTS));
  const groups = Map.groupBy(seconds.keys(), (at) => Math.floor(at / secondsEach));
  const points = [...groups.values()].map((places) =>
    highest(places.flatMap((at) => seconds[at] ?? [])),
  );
  return { points: points.flatMap((point) => point ?? []), secondsEach };
}

/** Omits the counts of a partial second, which would look like a drop. */
function wholly(
  { scheduled, started, inFlight, ...second }: RecordedSecond,
  { durationMs }: LoadReport,
): Second {
  if (second.partial === true) return second;
  const arrived = (second.atS + 1) * 1000 <= durationMs;
  return { ...second, inFlight, ...(arrived && { scheduled, started }) };
}

const KEYS = [
  'scheduled',
  'started',
  'completed',
  'errors',
  'inFlight',
  'e2eP50Ms',
  'e2eP99Ms',
  'ttftP50Ms',
  'ttftP99Ms',
] as const;

function highest([first, ...rest]: readonly Second[]): Second | undefined {
  if (first === undefined) return undefined;
  const result: Second = { ...first };
  for (const second of rest) {
    for (const key of KEYS) {
      const value = second[key];
      if (value !== undefined) result[key] = Math.max(result[key] ?? 0, value);
    }
  }
  return result;
}

import type { LoadReport } from '../schema/load.ts';
import type { Percentiles } from '../schema/percentiles.ts';
import type { JobFigures } from '../schema/traffic.ts';
import { formatCount, formatNumberOf } from './number-format.ts';
import type { LatencyRow } from './operation-figures.ts';

/** How video jobs went, as a sentence; undefined when there were none. */
export function jobSentence({ jobs }: LoadReport): string | undefined {
  if (jobs === undefined) return undefined;
  const ways = WAYS.filter(({ name }) => jobs[name] > 0).map(
    ({ name, words }) => `${formatCount(jobs[name])} ${words}`,
  );
  return `${formatNumberOf(jobs.created, 'video job')}: ${ways.join(', ')}.`;
}

/** The durations of video jobs, for the table of latencies. */
export function jobRows({ jobs }: LoadReport): LatencyRow[] {
  const rows: [string, Percentiles | undefined][] = [
    ['create to end', jobs?.durationMs],
    ['poll lag, upper limit', jobs?.pollLagMs],
    ['poll lag, reported (± 1 s)', jobs?.statedPollLagMs],
    ['cancel', jobs?.cancelLatencyMs],
  ];
  return rows.flatMap(([name, percentiles]) =>
    percentiles === undefined ? [] : [{ name, percentiles }],
  );
}

const WAYS = [
  { name: 'completed', words: 'completed' },
  { name: 'failed', words: 'failed' },
  { name: 'cancelled', words: 'cancelled' },
  { name: 'notEnded', words: 'end not observed' },
] as const satisfies readonly { name: keyof JobFigures; words: string }[];

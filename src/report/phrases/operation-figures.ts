import { isBillable, isOperation, OPERATION_NAMES } from '../../contract/operations.ts';
import { present } from '../../input/defined.ts';
import type { LoadReport } from '../schema/load.ts';
import type { Figures, JobFigures, OperationLoad, Percentiles } from '../schema/traffic.ts';
import { formatBytes, formatCount, formatNumberOf, formatShare } from './number-format.ts';

const ORDER: readonly string[] = OPERATION_NAMES;

/** The operations that the load used, in the order of the interface; others last. */
export function loadedOperations({ operations }: LoadReport): [string, OperationLoad][] {
  return Object.entries(operations).toSorted(([a], [b]) => placeOf(a) - placeOf(b));
}

/** Those of them whose requests are billed: a user waits for their responses. */
export function billableOperations(load: LoadReport): [string, OperationLoad][] {
  return loadedOperations(load).filter(([name]) => isOperation(name) && isBillable(name));
}

/** The latencies that objectives judge: from the scheduled start, where arrivals have one. */
export function judgedLatencies(figures: OperationLoad) {
  const { ttftFromIntendedMs, ttftMs, e2eFromIntendedMs, e2eMs } = figures;
  return { ttft: ttftFromIntendedMs ?? ttftMs, e2e: e2eFromIntendedMs ?? e2eMs };
}

/** In the order of the interface; others last. */
export function placeOf(operation: string): number {
  const place = ORDER.indexOf(operation);
  return place === -1 ? ORDER.length : place;
}

/** Responses of one mode of an operation, as every format calls them. */
export function modeName(operation: string, mode: string): string {
  return `${operation}, ${MODES[mode] ?? mode}`;
}

const MODES: Readonly<Record<string, string>> = { slow: 'slow reader', call: 'call of a function' };

/** The share that was good; with the count it refers to when some requests were cut or lost. */
export function goodShare(figures: Figures): string {
  const { exchanges, goodRatio, cutByEnd, staleConnections = 0, jobOver = 0 } = figures;
  const { replayed = 0, waited = 0 } = figures;
  if (goodRatio === null) return '–';
  const unknown = cutByEnd + staleConnections;
  if (unknown === 0) return formatShare(goodRatio);
  const refused = figures.throttled + figures.inFlightRefusals + jobOver;
  const apart = refused + figures.aborted + replayed + waited + unknown;
  return `${formatShare(goodRatio)} of ${formatCount(exchanges - apart)}`;
}

/** What the columns do not show, a phrase each: kinds of errors first, without 429s. */
export function operationNotes(figures: Figures): string[] {
  const { exchanges, cutByEnd, coalesced = 0, uploadBytesPerSecond } = figures;
  const { staleConnections = 0, jobOver = 0, replayed = 0, waited = 0 } = figures;
  const kinds = errorKinds([figures]).join(', ');
  return present([
    kinds !== '' && `errors: ${kinds}`,
    replayed !== 0 && `${formatNumberOf(replayed, 'idempotent replay')}, counted as requests only`,
    waited !== 0 &&
      `${formatNumberOf(waited, 'retry', 'retries')} that may have waited for the original, counted as requests only`,
    jobOver !== 0 &&
      `${formatNumberOf(jobOver, 'request')} refused, as is legal once the video job is over`,
    cutByEnd !== 0 &&
      `${formatCount(cutByEnd)} of ${formatCount(exchanges)} cut off by the end of the run, counted neither as good nor as errors`,
    staleConnections !== 0 &&
      `${formatCount(staleConnections)} lost on stale connections that the gateway had closed, counted neither as good nor as errors`,
    coalesced !== 0 &&
      `${formatNumberOf(coalesced, 'token')} arrived in the same read as the previous one`,
    uploadBytesPerSecond !== undefined &&
      `uploads at ${formatBytes(Math.round(uploadBytesPerSecond))}/s`,
  ]);
}

/** `status 502 × 2`, `timed-out × 1`, the most frequent first; counts of one kind are added. */
export function errorKinds(all: readonly Pick<Figures, 'errors'>[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const [kind, count] of all.flatMap(({ errors }) => Object.entries(errors))) {
    counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${kind} × ${formatCount(count)}`);
}

/** The percentiles of a latency that tables show. */
export const SHOWN_PERCENTILES = ['p50', 'p90', 'p95', 'p99', 'max'] as const;

type ShownPercentile = (typeof SHOWN_PERCENTILES)[number];

/** Observations that a percentile needs: with fewer, it is the largest of them. */
const NEEDS: Readonly<Record<ShownPercentile, number>> = {
  p50: 2,
  p90: 10,
  p95: 20,
  p99: 100,
  max: 1,
};

/** Whether there are too few observations, so that the percentile says no more than the maximum. */
export function isOnlyMax(name: ShownPercentile, { count }: Percentiles): boolean {
  return count !== undefined && count < NEEDS[name];
}

/** How video jobs went, as a sentence; undefined when there were none. */
export function jobSentence({ jobs }: LoadReport): string | undefined {
  if (jobs === undefined) return undefined;
  const ways = WAYS.filter(({ name }) => jobs[name] > 0).map(
    ({ name, words }) => `${formatCount(jobs[name])} ${words}`,
  );
  return `${formatNumberOf(jobs.created, 'video job')}: ${ways.join(', ')}.`;
}

const WAYS = [
  { name: 'completed', words: 'completed' },
  { name: 'failed', words: 'failed' },
  { name: 'cancelled', words: 'cancelled' },
  { name: 'notEnded', words: 'end not observed' },
] as const satisfies readonly { name: keyof JobFigures; words: string }[];

import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../../input/usage-error.ts';
import type { Segment } from '../engine/segments.ts';
import type { Recording } from './recording.ts';

/** What a recording says of itself. */
export type RecordingHeader = Pick<Recording, 'path' | 'hello'>;

/** More are counted, not named. */
const MOST_NAMED = 5;

/**
 * Whether recordings can be judged as one run: each is another part of one load.
 * @throws UsageError that names the files which do not go together
 */
export function assertSameRun(recordings: readonly RecordingHeader[]): void {
  for (const [place, first] of recordings.entries()) {
    for (const second of recordings.slice(place + 1)) assertParts(first, second);
  }
}

/**
 * Engines that share no run id, because a script was started by hand on each machine, are of one
 * run only if they were at work together.
 * @param lastsMs how long the load goes on, with what is in flight at its end
 * @throws UsageError
 */
export function assertSameTime(recordings: readonly RecordingHeader[], lastsMs: number): void {
  if (runIds(recordings).size < 2) return;
  const byStart = recordings.toSorted((a, b) => a.hello.originUnixMs - b.hello.originUnixMs);
  const [first, last] = [byStart.at(0), byStart.at(-1)];
  if (first === undefined || last === undefined) return;
  const apartMs = last.hello.originUnixMs - first.hello.originUnixMs;
  if (apartMs <= lastsMs) return;
  const why = `They began ${Math.round(apartMs / 1000)} s apart, and their load is over after ${Math.round(lastsMs / 1000)} s.`;
  throw differentRuns(first, last, why);
}

/** What is not known of the run from these recordings of it, a sentence each. */
export function missingSegments(recordings: readonly RecordingHeader[]): readonly string[] {
  const of = recordings[0]?.hello.segment.of ?? 1;
  const held = new Set(recordings.map(({ hello }) => hello.segment.index));
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter(
    (number) => !held.has(number - 1),
  );
  return missing.length === 0 ? [] : [missingSentence(missing, of)];
}

function assertParts(first: RecordingHeader, second: RecordingHeader): void {
  const [a, b] = [first.hello, second.hello];
  const sameEngine =
    a.runId === b.runId &&
    a.pid === b.pid &&
    a.originUnixMs === b.originUnixMs &&
    a.segment.index === b.segment.index;
  if (sameEngine) {
    throw new UsageError(
      `One recording has two names: ${first.path}, ${second.path}. It would count twice: name one of them.`,
    );
  }
  if (!isDeepStrictEqual(a.about, b.about)) {
    throw differentRuns(first, second, 'Target, workload or profile are not the same.');
  }
  if (a.segment.of !== b.segment.of) {
    const why = `One holds ${partName(a.segment)}, the other ${partName(b.segment)}.`;
    throw differentRuns(first, second, why);
  }
  if (a.segment.index === b.segment.index) {
    throw differentRuns(first, second, `Each holds ${partName(a.segment)}.`);
  }
}

function differentRuns(first: RecordingHeader, second: RecordingHeader, why: string): UsageError {
  return new UsageError(
    `Recordings are of different runs: ${first.path}, ${second.path}. ${why} Judge each run by itself.`,
  );
}

function missingSentence(missing: readonly number[], of: number): string {
  const named = missing.slice(0, MOST_NAMED);
  const more = missing.length - named.length;
  const list = [...named, ...(more > 0 ? [`${more} more`] : [])];
  const last = list.pop();
  const which = list.length === 0 ? last : `${list.join(', ')} and ${last}`;
  return missing.length === 1
    ? `Segment ${which} of ${of} is missing: name its recording too. What it sent is not in this report.`
    : `Segments ${which} of ${of} are missing: name their recordings too. What they sent is not in this report.`;
}

function partName({ index, of }: Segment): string {
  return of === 1 ? 'a whole load' : `segment ${index + 1} of ${of}`;
}

function runIds(recordings: readonly RecordingHeader[]): ReadonlySet<string> {
  return new Set(recordings.map(({ hello }) => hello.runId));
}

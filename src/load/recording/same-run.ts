import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../../input/usage-error.ts';
import type { Segment } from '../engine/segments.ts';
import type { Recording } from './recording.ts';

/** What a recording states about its run. */
export type RecordingHeader = Pick<Recording, 'path' | 'hello'>;

/** Further ones are counted only. */
const MOST_NAMED = 5;

/**
 * Makes sure that recordings can be judged as one run: each holds another part of one load.
 * @throws UsageError that names two files of different runs
 */
export function assertSameRun(recordings: readonly RecordingHeader[]): void {
  const [first] = recordings;
  const bySegment = new Map<number, RecordingHeader>();
  for (const recording of recordings) {
    const { index } = recording.hello.segment;
    const twin = bySegment.get(index);
    if (twin !== undefined) assertNotTwice(twin, recording);
    if (first !== undefined) assertOneLoad(first, recording);
    if (twin !== undefined) {
      throw differentRuns(twin, recording, `Both contain ${partName(recording.hello.segment)}.`);
    }
    bySegment.set(index, recording);
  }
}

/**
 * Engines without a common run id, because a script was started by hand on each machine, belong to
 * one run only if they ran at the same time.
 * @param lastsMs duration of the load, including the graceful stop
 * @throws UsageError
 */
export function assertSameTime(recordings: readonly RecordingHeader[], lastsMs: number): void {
  if (runIds(recordings).size < 2) return;
  const byStart = recordings.toSorted((a, b) => a.hello.originUnixMs - b.hello.originUnixMs);
  const [first, last] = [byStart.at(0), byStart.at(-1)];
  if (first === undefined || last === undefined) return;
  const apartMs = last.hello.originUnixMs - first.hello.originUnixMs;
  if (apartMs <= lastsMs) return;
  const why = `They began ${Math.round(apartMs / 1000)} s apart, and their load takes ${Math.round(lastsMs / 1000)} s.`;
  throw differentRuns(first, last, why);
}

/** Parts of the run that these recordings do not hold, a sentence each. */
export function missingSegments(recordings: readonly RecordingHeader[]): readonly string[] {
  const of = recordings[0]?.hello.segment.of ?? 1;
  const held = new Set(recordings.map(({ hello }) => hello.segment.index));
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter(
    (number) => !held.has(number - 1),
  );
  return missing.length === 0 ? [] : [missingSentence(missing, of)];
}

function assertNotTwice(first: RecordingHeader, second: RecordingHeader): void {
  const [a, b] = [first.hello, second.hello];
  if (a.runId !== b.runId || a.pid !== b.pid || a.originUnixMs !== b.originUnixMs) return;
  throw new UsageError(
    `The same recording was given twice: ${first.path}, ${second.path}. Give it once.`,
  );
}

function assertOneLoad(first: RecordingHeader, second: RecordingHeader): void {
  const [a, b] = [first.hello, second.hello];
  if (!isDeepStrictEqual(a.about, b.about)) {
    throw differentRuns(first, second, 'Their target, workload or profile differs.');
  }
  if (a.segment.of !== b.segment.of) {
    const why = `One contains ${partName(a.segment)}, the other ${partName(b.segment)}.`;
    throw differentRuns(first, second, why);
  }
}

function differentRuns(first: RecordingHeader, second: RecordingHeader, why: string): UsageError {
  return new UsageError(
    `Recordings are of different runs: ${first.path}, ${second.path}. ${why} Judge each run separately.`,
  );
}

function missingSentence(missing: readonly number[], of: number): string {
  const named = missing.slice(0, MOST_NAMED);
  const more = missing.length - named.length;
  const list = [...named, ...(more > 0 ? [`${more} more`] : [])];
  const last = list.pop();
  const which = list.length === 0 ? last : `${list.join(', ')} and ${last}`;
  return missing.length === 1
    ? `Segment ${which} of ${of} is missing. Add its recording: its requests are not in this report.`
    : `Segments ${which} of ${of} are missing. Add their recordings: their requests are not in this report.`;
}

function partName({ index, of }: Segment): string {
  return of === 1 ? 'a whole load' : `segment ${index + 1} of ${of}`;
}

function runIds(recordings: readonly RecordingHeader[]): ReadonlySet<string> {
  return new Set(recordings.map(({ hello }) => hello.runId));
}

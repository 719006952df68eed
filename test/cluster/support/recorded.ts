import { Recording } from '../../../src/load/recording/recording.ts';
import { decodeTapFrame } from '../../../src/load/tap/tap-frame.ts';

/** What the recording of one engine shows of its requests. */
export interface Recorded {
  readonly segment: { readonly index: number; readonly of: number };
  /** The run that the engine belongs to. */
  readonly runId: string;
  /** The scheduled starts in order, in µs since the first of this engine. */
  readonly starts: readonly number[];
  /** From the first byte that was sent to the first token of each answer, in ms. */
  readonly ttftsMs: readonly number[];
}

/** Reads a whole recording. */
export function readRecorded(path: string): Recorded {
  const recording = new Recording(path);
  const intendedMs: number[] = [];
  const ttftsMs: number[] = [];
  for (let frame = recording.next(); frame !== undefined; frame = recording.next()) {
    const decoded = decodeTapFrame(frame);
    if (decoded.type !== 'exchange') continue;
    const { timing } = decoded.exchange;
    intendedMs.push(timing.intendedMs);
    const [first] = timing.tokensMs ?? [];
    if (first !== undefined) ttftsMs.push(first - timing.sendMs);
  }
  const { segment, runId } = recording.hello;
  if (recording.damage !== undefined) throw new Error(`${path}: ${recording.damage}`);
  recording.close();
  const sorted = intendedMs.toSorted((a, b) => a - b);
  const starts = sorted.map((ms) => Math.round((ms - (sorted[0] ?? 0)) * 1000));
  return { segment, runId, starts, ttftsMs };
}

/**
 * The scheduled starts of two engines as those of one. Each engine has a clock of its own: the whole schedule
 * shows how far they are apart, by its first start that the other engine does not have.
 * @param whole the schedule of one engine, in µs
 */
export function unionOf(whole: readonly number[], engines: readonly Recorded[]): number[] {
  const union: number[] = [];
  const inOrder = engines.toSorted((a, b) => Number(has(whole, b)) - Number(has(whole, a)));
  for (const { starts } of inOrder) {
    const offset = whole.find((start) => !union.some((other) => isSame(other, start))) ?? 0;
    union.push(...starts.map((start) => start + offset));
  }
  return union.toSorted((a, b) => a - b);
}

/** Whether an engine has the first start of the schedule: all of its starts are then in the schedule. */
function has(whole: readonly number[], { starts }: Recorded): boolean {
  return starts.every((start) => whole.some((other) => isSame(other, start)));
}

/** Two clocks were rounded to 1 µs. */
export function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1;
}

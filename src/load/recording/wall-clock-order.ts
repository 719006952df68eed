import type { TapFrame } from '../tap/tap-frame.ts';
import type { ReadFrame } from './frame-reader.ts';
import type { Recording } from './recording.ts';

/** A frame that was read from one of several recordings. */
export interface OrderedFrame extends ReadFrame {
  /** The place of the recording among them, from 0. */
  readonly place: number;
  /** Wall clock at which it was sent; a frame without a time follows the one before. */
  readonly atUnixMs: number;
}

/** Reads several recordings in the order of the wall clock, and at equal times in their own order. */
export function* inWallClockOrder(recordings: readonly Recording[]): Generator<OrderedFrame> {
  /** The next frame of each, the earliest first. */
  const waiting: OrderedFrame[] = [];
  const advance = (place: number, afterUnixMs: number): void => {
    const read = readNext(recordings[place], place, afterUnixMs);
    if (read === undefined) return;
    const later = waiting.findIndex((other) => isEarlier(read, other));
    waiting.splice(later === -1 ? waiting.length : later, 0, read);
  };
  for (const [place, { hello }] of recordings.entries()) advance(place, hello.originUnixMs);
  for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
    yield { ...first, frame: outlasting(first) };
    advance(first.place, first.atUnixMs);
  }
}

function readNext(
  recording: Recording | undefined,
  place: number,
  afterUnixMs: number,
): OrderedFrame | undefined {
  const read = recording?.next();
  if (recording === undefined || read === undefined) return undefined;
  const atMs = endMs(read.frame);
  const atUnixMs = atMs === undefined ? afterUnixMs : recording.hello.originUnixMs + atMs;
  return { ...read, place, atUnixMs };
}

function isEarlier(one: OrderedFrame, other: OrderedFrame): boolean {
  if (one.atUnixMs !== other.atUnixMs) return one.atUnixMs < other.atUnixMs;
  return one.place < other.place;
}

/** The frame with a body that outlasts the buffer of the file; one that was cut has its own already. */
function outlasting({ raw, frame }: OrderedFrame): TapFrame {
  if (frame.type !== 'exchange') return frame;
  const { exchange } = frame;
  const { answer } = exchange;
  if (answer?.body?.buffer !== raw.body.buffer || answer?.body === undefined) return frame;
  const body = Buffer.from(answer.body);
  return { ...frame, exchange: { ...exchange, answer: { ...answer, body } } };
}

function endMs(frame: TapFrame): number | undefined {
  if (frame.type === 'exchange') return frame.exchange.timing.endMs;
  return frame.type === 'health' ? frame.health.atMs : undefined;
}

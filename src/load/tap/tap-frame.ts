import { z } from 'zod';
import type { Exchange } from '../../exchange/exchange.ts';
import {
  COUNT,
  checked,
  type Frame,
  frameAt,
  frameSize,
  inMs,
  LENGTH_BYTES,
  MalformedFrame,
  NS,
  parseHeader,
} from '../../exchange/frames.ts';
import type { Origin } from '../../exchange/upstream/origin.ts';
import { decodeExchange } from './exchange-frame.ts';

/** The version of the frames, and of recordings. */
export const TAP_VERSION = 2;

const HelloSchema = z
  .object({
    version: z.literal(TAP_VERSION),
    engine: z.string(),
    k6: z.string(),
    runId: z.string(),
    originUnixNs: NS,
    /** Linux only. */
    originMonotonicNs: NS.optional(),
    pid: z.int(),
    /** The part of the schedule that belongs to the engine. */
    segment: z.object({ index: COUNT, of: z.int().min(1) }),
    about: z.unknown().optional(),
  })
  .transform(inMs);

const GroupEndSchema = z.object({
  kind: z.enum(['key', 'job']),
  id: z.string(),
  members: COUNT,
});

const DroppedSchema = z.object({ bodies: COUNT, timings: COUNT });

const HealthSchema = z
  .object({
    atNs: NS,
    scheduled: COUNT,
    started: COUNT,
    completed: COUNT,
    inFlight: COUNT,
    latenessP99Ns: NS,
    latenessMaxNs: NS,
    schedulerLatencyP99Ns: NS,
    tickerLatenessMaxNs: NS,
    gcShare: z.number(),
    cpuShare: z.number(),
    queuedBytes: COUNT,
  })
  .transform(inMs);

const OpenedSchema = z.object({
  address: z.string(),
  opened: COUNT,
  failed: COUNT.default(0),
  /** Concurrent requests on one of them, at most; only with HTTP/2. */
  mostStreams: COUNT.optional(),
});

const EndSchema = z
  .object({
    exchanges: COUNT,
    groups: COUNT,
    scheduled: COUNT,
    started: COUNT,
    notStarted: COUNT,
    interrupted: COUNT,
    droppedBodies: COUNT,
    droppedTimings: COUNT,
    endNs: NS,
    cutShort: z.boolean().optional(),
    /** The load ended early because the reader of the tap read nothing for too long. */
    unread: z.boolean().optional(),
    connections: z.array(OpenedSchema).optional(),
  })
  .transform(inMs);

const UpstreamOriginSchema = z
  .object({ originUnixNs: NS, originMonotonicNs: NS.optional() })
  .transform(inMs);
const ReceivedSchema = z.object({ atUnixNs: NS }).transform(inMs);
const EffectsSchema = z.object({ effects: z.record(z.string(), COUNT) });

/** What the engine is, the wall clock at the origin of the run, and what the run is about. */
export type Hello = z.infer<typeof HelloSchema>;
/** All members of a group have settled. */
export type GroupEnd = z.infer<typeof GroupEndSchema>;
/** Lost since the last such frame, because the engine's queue was full. */
export type Dropped = z.infer<typeof DroppedSchema>;
/** State of the load generator, each second. Counts since the start; times in ms. */
export type Health = z.infer<typeof HealthSchema>;
/** How many connections were made to an address, or could not be. */
export type Opened = Readonly<z.infer<typeof OpenedSchema>>;
/** Totals of the run. `exchanges` counts those whose frame was dropped too. */
export type End = z.infer<typeof EndSchema>;

/** A frame from the engine, decoded and checked. */
export type TapFrame =
  | { readonly type: 'hello'; readonly hello: Hello }
  | { readonly type: 'exchange'; readonly exchange: Exchange }
  | { readonly type: 'group-end'; readonly groupEnd: GroupEnd }
  | { readonly type: 'dropped'; readonly dropped: Dropped }
  | { readonly type: 'health'; readonly health: Health }
  | { readonly type: 'end'; readonly end: End }
  /** Recordings only: how many effects each idempotency key had. */
  | { readonly type: 'effects'; readonly effects: Readonly<Record<string, number>> }
  /** Recordings only: where the effects begin. */
  | { readonly type: 'tail' }
  /** Recordings only: the origin of the times of the upstream. */
  | ({ readonly type: 'upstream-origin' } & Origin)
  /** Recordings only: a frame of the upstream. */
  | { readonly type: 'upstream'; readonly received: ReceivedFrame }
  /** Recordings only: where the frames of the upstream begin. */
  | { readonly type: 'upstream-tail' };

/** A frame of the upstream, and the wall clock when it was read. */
export interface ReceivedFrame {
  readonly atUnixMs: number;
  readonly frame: Frame;
}

/** @throws MalformedFrame */
export function decodeTapFrame(frame: Frame): TapFrame {
  const { type, body } = frame;
  const json = parseHeader(frame);
  switch (type) {
    case 1:
      return { type: 'hello', hello: checked('hello', HelloSchema, json) };
    case 2:
      return { type: 'exchange', exchange: decodeExchange(json, body) };
    case 3:
      return { type: 'group-end', groupEnd: checked('group-end', GroupEndSchema, json) };
    case 4:
      return { type: 'dropped', dropped: checked('dropped', DroppedSchema, json) };
    case 5:
      return { type: 'health', health: checked('health', HealthSchema, json) };
    case 6:
      return { type: 'end', end: checked('end', EndSchema, json) };
    case RECORDED.effects:
      return { type: 'effects', ...checked('effects', EffectsSchema, json) };
    case RECORDED.tail:
      return { type: 'tail' };
    case RECORDED.upstreamOrigin:
      return { type: 'upstream-origin', ...checked('upstream-origin', UpstreamOriginSchema, json) };
    case RECORDED.upstream:
      return { type: 'upstream', received: receivedFrame(json, body) };
    case RECORDED.upstreamTail:
      return { type: 'upstream-tail' };
    default:
      throw new MalformedFrame(`type ${type}`);
  }
}

/** @throws MalformedFrame */
function receivedFrame(json: unknown, body: Buffer): ReceivedFrame {
  const { atUnixMs } = checked('upstream', ReceivedSchema, json);
  if (body.length < LENGTH_BYTES || frameSize(body, 0) !== body.length) {
    throw new MalformedFrame(`a frame of the upstream in ${body.length} bytes`);
  }
  return { atUnixMs, frame: frameAt(body, 0) };
}

/** Frames that are added to a recording after the run. */
export const RECORDED = {
  effects: 7,
  tail: 8,
  upstreamOrigin: 9,
  upstream: 10,
  upstreamTail: 11,
} as const;

/** Frames to the engine. */
export const TO_ENGINE = { keys: 129, stop: 130, violations: 131 } as const;

/**
 * Receives the frames of a load run, decoded: for judging, measuring, progress. Calls are synchronous
 * and in the order of the frames; while one runs, the tap waits.
 */
export interface FrameObserver {
  hello?(hello: Hello): void;
  exchange?(exchange: Exchange): void;
  groupEnd?(groupEnd: GroupEnd): void;
  dropped?(dropped: Dropped): void;
  health?(health: Health): void;
  end?(end: End): void;
}

/** Hands one frame to an observer. */
export function notify(observer: FrameObserver, frame: TapFrame): void {
  if (frame.type === 'exchange') observer.exchange?.(frame.exchange);
  else if (frame.type === 'group-end') observer.groupEnd?.(frame.groupEnd);
  else if (frame.type === 'health') observer.health?.(frame.health);
  else if (frame.type === 'dropped') observer.dropped?.(frame.dropped);
  else if (frame.type === 'hello') observer.hello?.(frame.hello);
  else if (frame.type === 'end') observer.end?.(frame.end);
}

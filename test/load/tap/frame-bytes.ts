import { encodeFrame } from '../../../src/exchange/frames.ts';
import { FrameChecksum } from '../../../src/load/recording/frame-reader.ts';

/** Types of `docs/contributing/tap.md`. */
const TYPES = { hello: 1, exchange: 2, 'group-end': 3, dropped: 4, health: 5, end: 6 } as const;

export const HELLO = {
  version: 2,
  engine: '0.1.0',
  k6: '2.2.0',
  runId: 'a1b2c3d4',
  originUnixNs: 1_790_000_000_000_000_000,
  pid: 42,
  segment: { index: 0, of: 1 },
};

export const END = {
  exchanges: 1,
  groups: 0,
  scheduled: 1,
  started: 1,
  notStarted: 0,
  interrupted: 0,
  droppedBodies: 0,
  droppedTimings: 0,
  endNs: 2_000_000_000,
};

/** The header of a streamed chat, as the engine writes it. */
export function exchangeHeader(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 17,
    operation: 'chat',
    scenario: 'mixed',
    attempt: 1,
    method: 'POST',
    url: 'http://127.0.0.1:8080/chat/completions',
    requestHeaders: [['content-type', 'application/json']],
    credential: 'first',
    request: { kind: 'text', text: '{"model":"m"}', sizeBytes: 13 },
    intendedNs: 1_000_000,
    sendNs: 2_000_000,
    firstByteNs: 3_000_000,
    tokensNs: [4_000_000, 5_500_000],
    coalesced: 0,
    lastArgumentNs: 5_500_000,
    endNs: 6_000_000,
    outcome: 'answered',
    status: 200,
    headers: [['content-type', 'text/event-stream']],
    sizeBytes: 20,
    reads: [10, 4_000_000, 20, 5_500_000],
    ...change,
  };
}

/** One frame as it is on the wire. */
export function frameBytes(type: keyof typeof TYPES, header: unknown, body = ''): Buffer {
  return encodeFrame(TYPES[type], header, Buffer.from(body));
}

/** Frames as they are in a recording, each with its checksum. */
export function recordingBytes(...frames: readonly Buffer[]): Buffer {
  const checksum = new FrameChecksum();
  return Buffer.concat(frames.map((frame) => checksum.seal(frame)));
}

import { type End, type Hello, TAP_VERSION } from '../tap/tap-frame.ts';

/** The beginning of traffic that no engine sent. */
export function helloOfTraffic(originUnixMs: number): Hello {
  return {
    version: TAP_VERSION,
    engine: '',
    k6: '',
    runId: '',
    originUnixMs,
    pid: process.pid,
    segment: { index: 0, of: 1 },
  };
}

/** Its end: every request that came was started, and none was lost. */
export function endOfTraffic(endMs: number, exchanges: number): End {
  return {
    exchanges,
    groups: 0,
    scheduled: exchanges,
    started: exchanges,
    notStarted: 0,
    interrupted: 0,
    droppedBodies: 0,
    droppedTimings: 0,
    endMs,
  };
}

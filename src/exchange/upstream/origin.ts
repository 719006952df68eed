/** The origin of the times of a process. */
export interface Origin {
  /** The wall clock at that moment. */
  readonly originUnixMs: number;
  /** The clock that all processes of a machine share, at that moment; absent where it is not read. */
  readonly originMonotonicMs?: number | undefined;
}

/** From one origin to another. */
export interface OriginGap {
  /** Negative when the other one is earlier. */
  readonly ms: number;
  /** Whether both read one clock: moments of both can be compared. */
  readonly isExact: boolean;
}

/** Two machines differ by the time between their starts, one machine by a step of its wall clock. */
const SAME_MACHINE_MS = 1000;

/** This moment, as the origin of a run whose engines begin later. */
export function originNow(): Origin {
  return {
    originUnixMs: Date.now(),
    originMonotonicMs: Number(process.hrtime.bigint()) / 1e6,
  };
}

/**
 * The zero of `performance.now()` on the wall clock, in ms. `performance.timeOrigin` is on the wall clock
 * of the start of the process, which may have been set since.
 */
export function processStartUnixMs(): number {
  return Date.now() - performance.now();
}

/** By the clock of the machine where both read the same one, otherwise by the wall clock. */
export function gapBetween(from: Origin, to: Origin): OriginGap {
  const wallMs = to.originUnixMs - from.originUnixMs;
  if (from.originMonotonicMs === undefined || to.originMonotonicMs === undefined) {
    return { ms: wallMs, isExact: false };
  }
  const ms = to.originMonotonicMs - from.originMonotonicMs;
  return Math.abs(ms - wallMs) < SAME_MACHINE_MS
    ? { ms, isExact: true }
    : { ms: wallMs, isExact: false };
}

/** This process may be paused between the two clocks of a sample: the best of several counts. */
const SAMPLES = 5;

/**
 * What a time of `CLOCK_MONOTONIC`, which all processes of a Linux machine share, becomes on the clock
 * of `performance.now()` by adding, in ms.
 */
export function fromMachineClock(): number {
  return betweenClocks(
    () => Number(process.hrtime.bigint()) / 1e6,
    () => performance.now(),
  );
}

/** What a time of one clock becomes on another by adding, in ms. */
export function betweenClocks(from: () => number, to: () => number): number {
  const samples = Array.from({ length: SAMPLES }, () => {
    const fromMs = from();
    return to() - fromMs;
  });
  return Math.min(...samples);
}

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

import { Bounded } from './bounded.ts';

/** When one stream was requested and when its tokens were written, in ms of `performance.now()`. */
export interface Emission {
  readonly receivedMs: number;
  readonly emittedMs: number[];
}

/** Keeps what the token clock really emitted, of the last streams. */
export class TokenClock {
  readonly #emissions: Bounded<Emission>;
  #streams = 0;

  constructor(maxStreams = 10_000) {
    this.#emissions = new Bounded(maxStreams);
  }

  /** Starts the record of a stream; a replay takes the place of the stream that it repeats. */
  start(id: string, receivedMs: number): Emission {
    const emission: Emission = { receivedMs, emittedMs: [] };
    this.#streams += 1;
    this.#emissions.delete(id);
    this.#emissions.set(id, emission);
    return emission;
  }

  of(id: string): Emission | undefined {
    return this.#emissions.get(id);
  }

  reset(): void {
    this.#emissions.clear();
    this.#streams = 0;
  }

  /** `streams` since the start or the last reset; the times over those that are still kept, null without any. */
  figures() {
    const ttft: number[] = [];
    const itl: number[] = [];
    for (const { receivedMs, emittedMs } of this.#emissions.values()) {
      let previous: number | undefined;
      for (const at of emittedMs) {
        if (previous === undefined) ttft.push(at - receivedMs);
        else itl.push(at - previous);
        previous = at;
      }
    }
    return { streams: this.#streams, ttftMs: percentiles(ttft), itlMs: percentiles(itl) };
  }
}

/** In ms, by nearest rank. */
function percentiles(values: readonly number[]) {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).toSorted();
  const at = (share: number) => round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), max: at(1) };
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

import { defined } from '../../input/defined.ts';
import { Histogram } from '../histogram.ts';
import type { ResultClass } from '../result-class.ts';
import type { Timings } from '../timings.ts';

/** What completed in one second of the run. */
export interface Second {
  readonly atS: number;
  readonly completed: number;
  readonly errors: number;
  readonly e2eP50Ms?: number;
  readonly e2eP99Ms?: number;
  readonly ttftP50Ms?: number;
  readonly ttftP99Ms?: number;
}

interface OpenSecond {
  completed: number;
  errors: number;
  readonly e2e: Histogram;
  readonly ttft: Histogram;
}

/** Seconds that stay open for late exchanges. Older ones are reduced to their figures. */
const OPEN_SECONDS = 10;

/** Figures by the second in which exchanges ended; memory grows by a few numbers a second. */
export class TimeSeries {
  readonly #open = new Map<number, OpenSecond>();
  readonly #closed: Second[] = [];
  #newest = 0;

  /** @param timings absent where they are not those of an execution by the gateway, see `isTimed` */
  add(endMs: number, resultClass: ResultClass, timings: Timings | undefined): void {
    const atS = Math.max(Math.floor(endMs / 1000), this.#newest - OPEN_SECONDS);
    const second = this.#second(atS);
    second.completed += 1;
    if (resultClass.kind === 'failed') second.errors += 1;
    if (resultClass.kind !== 'good' || timings === undefined) return;
    second.e2e.add(timings.e2eFromIntendedMs);
    if (timings.ttftFromIntendedMs !== undefined) second.ttft.add(timings.ttftFromIntendedMs);
  }

  seconds(): readonly Second[] {
    const open = [...this.#open].map(([atS, second]) => figures(atS, second));
    return [...this.#closed, ...open].toSorted((a, b) => a.atS - b.atS);
  }

  #second(atS: number): OpenSecond {
    let second = this.#open.get(atS);
    if (second === undefined) {
      second = { completed: 0, errors: 0, e2e: new Histogram(), ttft: new Histogram() };
      this.#open.set(atS, second);
      this.#newest = Math.max(this.#newest, atS);
      this.#closeOld();
    }
    return second;
  }

  #closeOld(): void {
    for (const [atS, second] of this.#open) {
      if (atS >= this.#newest - OPEN_SECONDS) continue;
      this.#closed.push(figures(atS, second));
      this.#open.delete(atS);
    }
  }
}

function figures(atS: number, { completed, errors, e2e, ttft }: OpenSecond): Second {
  return defined({
    atS,
    completed,
    errors,
    e2eP50Ms: e2e.percentile(50),
    e2eP99Ms: e2e.percentile(99),
    ttftP50Ms: ttft.percentile(50),
    ttftP99Ms: ttft.percentile(99),
  });
}

import { traceContextOf } from '../exchange/trace-context.ts';
import type { MeasuredExchange } from './measured-exchange.ts';

/** Kept for each operation. */
const KEPT = 3;

/** The slowest good requests of each operation whose traces are recorded, so that one can look at why. */
export class SlowestTraced {
  readonly #byOperation = new Map<string, MeasuredExchange[]>();

  add(measured: MeasuredExchange): void {
    const { exchange, mode, resultClass, timings } = measured;
    if (resultClass.kind !== 'good' || mode === 'slow') return;
    const kept = this.#byOperation.get(exchange.operation) ?? [];
    const last = kept[KEPT - 1];
    if (last !== undefined && timings.e2eMs <= last.timings.e2eMs) return;
    if (traceContextOf(exchange.request)?.isSampled !== true) return;
    const sorted = [...kept, withoutBody(measured)].toSorted(
      (one, other) => other.timings.e2eMs - one.timings.e2eMs,
    );
    this.#byOperation.set(exchange.operation, sorted.slice(0, KEPT));
  }

  /** By operation, the slowest first. */
  get found(): readonly MeasuredExchange[] {
    return [...this.#byOperation.values()].flat();
  }
}

/** Its answer may be large, or a view into memory that is reused. */
function withoutBody(measured: MeasuredExchange): MeasuredExchange {
  const { answer: _, ...exchange } = measured.exchange;
  return { ...measured, exchange };
}

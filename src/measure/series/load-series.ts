import { defined } from '../../input/defined.ts';
import { type AnswerMode, isExecuted, isTimed } from '../answer-mode.ts';
import { atMode } from '../at-mode.ts';
import type { MeasuredExchange } from '../measured-exchange.ts';
import { Slice, sumOf } from './slice.ts';

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

/** One operation and mode over time: columns by their number. */
export interface Timeline {
  readonly operation: string;
  readonly mode: AnswerMode;
  readonly columns: ReadonlyMap<number, Slice>;
}

/** Columns of equal width, which are as wide as the run is long. */
export interface Timelines {
  readonly widthS: number;
  readonly timelines: readonly Timeline[];
}

type ByMode<T> = Map<string, Map<AnswerMode, T>>;

/** Seconds that stay open for late exchanges. Older ones are reduced to their figures and a column. */
const OPEN_SECONDS = 10;
/** More columns are indistinguishable in a chart: beyond it, two become one. */
const COLUMNS = 90;

/**
 * A load run in slices of one second, by the second in which exchanges ended. The figures of each second,
 * those of the last seconds and the charts are all read from them. Memory grows by a few numbers a second.
 */
export class LoadSeries {
  readonly #open = new Map<number, ByMode<Slice>>();
  readonly #closed: Second[] = [];
  readonly #columns: ByMode<Map<number, Slice>> = new Map();
  readonly #operations = new Set<string>();
  #widthS = 1;
  #newest = 0;

  add({ exchange, mode, resultClass, timings }: MeasuredExchange): void {
    const { operation, timing } = exchange;
    const endS = Math.max(0, Math.floor(timing.endMs / 1000));
    const atS = Math.max(endS, this.#newest - OPEN_SECONDS);
    this.#operations.add(operation);
    atMode(this.#second(atS), operation, mode, () => new Slice()).add(resultClass, timings);
  }

  seconds(): readonly Second[] {
    const open = [...this.#open].map(([atS, slices]) => figures(atS, slices));
    return [...this.#closed, ...open].toSorted((a, b) => a.atS - b.atS);
  }

  /**
   * What the gateway executed from one second to before another, by operation, in the order of their
   * first exchange. Seconds that have closed count as empty.
   */
  executed(fromS: number, toS: number): ReadonlyMap<string, Slice> {
    const within = [...this.#open].filter(([atS]) => atS >= fromS && atS < toS);
    return new Map(
      [...this.#operations].map((operation) => [
        operation,
        sumOf(within.map(([, slices]) => executedOf(slices.get(operation)))),
      ]),
    );
  }

  /**
   * Figures over time for each operation and mode. Slow readers and what waited for another request are
   * excluded, because their times are not the gateway's.
   */
  timelines(): Timelines {
    const all: ByMode<Map<number, Slice>> = new Map();
    addColumns(all, this.#columns, 1);
    for (const [atS, slices] of this.#open) addSecond(all, slices, this.#columnOf(atS));
    const timelines = [...all].flatMap(([operation, modes]) =>
      [...modes].map(([mode, columns]) => ({ operation, mode, columns })),
    );
    return { widthS: this.#widthS, timelines };
  }

  #second(atS: number): ByMode<Slice> {
    const known = this.#open.get(atS);
    if (known !== undefined) return known;
    const slices: ByMode<Slice> = new Map();
    this.#open.set(atS, slices);
    this.#newest = Math.max(this.#newest, atS);
    while (this.#newest >= this.#widthS * COLUMNS) this.#widen();
    this.#closeOld();
    return slices;
  }

  #closeOld(): void {
    for (const [atS, slices] of this.#open) {
      if (atS >= this.#newest - OPEN_SECONDS) continue;
      this.#closed.push(figures(atS, slices));
      addSecond(this.#columns, slices, this.#columnOf(atS));
      this.#open.delete(atS);
    }
  }

  #columnOf(atS: number): number {
    return Math.floor(atS / this.#widthS);
  }

  #widen(): void {
    this.#widthS *= 2;
    const narrow: ByMode<Map<number, Slice>> = new Map(this.#columns);
    this.#columns.clear();
    addColumns(this.#columns, narrow, 2);
  }
}

/** @param ratio columns that become one */
function addColumns(
  to: ByMode<Map<number, Slice>>,
  from: ByMode<Map<number, Slice>>,
  ratio: number,
): void {
  for (const [operation, modes] of from) {
    for (const [mode, columns] of modes) {
      const wide = atMode(to, operation, mode, () => new Map());
      for (const [at, slice] of columns) mergeInto(wide, Math.floor(at / ratio), slice);
    }
  }
}

function addSecond(to: ByMode<Map<number, Slice>>, slices: ByMode<Slice>, column: number): void {
  for (const [operation, modes] of slices) {
    for (const [mode, slice] of modes) {
      if (!isTimed(mode) && mode !== 'replay') continue;
      mergeInto(
        atMode(to, operation, mode, () => new Map()),
        column,
        slice,
      );
    }
  }
}

function mergeInto(columns: Map<number, Slice>, at: number, slice: Slice): void {
  const column = columns.get(at) ?? new Slice();
  columns.set(at, column);
  column.merge(slice);
}

/** Refusals and failures of every mode, and the good answers that were executed. */
function executedOf(modes: ReadonlyMap<AnswerMode, Slice> = new Map()): Slice {
  const whole = new Slice();
  for (const [mode, slice] of modes) {
    if (isTimed(mode)) {
      whole.merge(slice);
    } else {
      whole.completed += slice.completed;
      whole.failed += slice.failed;
      whole.throttled += slice.throttled;
      if (isExecuted(mode)) whole.good += slice.good;
    }
  }
  return whole;
}

function figures(atS: number, slices: ByMode<Slice>): Second {
  const { completed, failed, e2e, ttft } = sumOf([...slices.values()].map(executedOf));
  return defined({
    atS,
    completed,
    errors: failed,
    e2eP50Ms: e2e.percentile(50),
    e2eP99Ms: e2e.percentile(99),
    ttftP50Ms: ttft.percentile(50),
    ttftP99Ms: ttft.percentile(99),
  });
}

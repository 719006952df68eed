import { type AnswerMode, isTimed } from '../answer-mode.ts';
import { atMode } from '../at-mode.ts';
import { Histogram } from '../histogram.ts';
import type { ResultClass } from '../result-class.ts';
import type { Timings } from '../timings.ts';

/** More columns are indistinguishable in a chart: beyond it, two become one. */
const COLUMNS = 90;

/** Each bin of a heat map is this much wider than the one below. */
export const BIN_RATIO = 1.25;
/** Durations below this, in ms, count as this. */
const LEAST_MS = 0.01;

/** What ended within one column of time, of one operation and mode. */
export class Column {
  good = 0;
  failed = 0;
  throttled = 0;
  /** Good answers, in ms from the scheduled start. */
  readonly e2e = new Histogram();
  readonly ttft = new Histogram();
  /** Good answers by the bin of their request latency: bin b begins at BIN_RATIO ** b ms. */
  readonly bins = new Map<number, number>();

  add({ kind }: ResultClass, { e2eFromIntendedMs, ttftFromIntendedMs }: Timings): void {
    if (kind === 'failed') this.failed += 1;
    if (kind === 'throttled') this.throttled += 1;
    if (kind !== 'good') return;
    this.good += 1;
    this.e2e.add(e2eFromIntendedMs);
    if (ttftFromIntendedMs !== undefined) this.ttft.add(ttftFromIntendedMs);
    const ms = Math.max(e2eFromIntendedMs, LEAST_MS);
    this.#count(Math.floor(Math.log(ms) / Math.log(BIN_RATIO)), 1);
  }

  merge(other: Column): void {
    this.good += other.good;
    this.failed += other.failed;
    this.throttled += other.throttled;
    this.e2e.merge(other.e2e);
    this.ttft.merge(other.ttft);
    for (const [bin, count] of other.bins) this.#count(bin, count);
  }

  #count(bin: number, count: number): void {
    this.bins.set(bin, (this.bins.get(bin) ?? 0) + count);
  }
}

/** One operation and mode over time: columns by their number. */
export interface Timeline {
  readonly operation: string;
  readonly mode: AnswerMode;
  readonly columns: ReadonlyMap<number, Column>;
}

/**
 * Figures over time for each operation and mode, in columns of equal width that widen as the run
 * goes on: memory does not grow with its length. Slow readers and what waited for another request
 * are excluded, because their times are not the gateway's.
 */
export class Timelines {
  #widthS = 1;
  readonly #byOperation = new Map<string, Map<AnswerMode, Map<number, Column>>>();

  /** Width of a column, in seconds. */
  get widthS(): number {
    return this.#widthS;
  }

  add(operation: string, mode: AnswerMode, endMs: number, result: ResultClass, timings: Timings) {
    if (!isTimed(mode) && mode !== 'replay') return;
    while (endMs / 1000 >= this.#widthS * COLUMNS) this.#widen();
    const columns = atMode(this.#byOperation, operation, mode, () => new Map());
    columnAt(columns, Math.max(0, Math.floor(endMs / 1000 / this.#widthS))).add(result, timings);
  }

  timelines(): readonly Timeline[] {
    return [...this.#byOperation].flatMap(([operation, modes]) =>
      [...modes].map(([mode, columns]) => ({ operation, mode, columns })),
    );
  }

  #widen(): void {
    this.#widthS *= 2;
    for (const modes of this.#byOperation.values()) {
      for (const [mode, columns] of modes) modes.set(mode, halved(columns));
    }
  }
}

function halved(columns: ReadonlyMap<number, Column>): Map<number, Column> {
  const wide = new Map<number, Column>();
  for (const [at, column] of columns) columnAt(wide, Math.floor(at / 2)).merge(column);
  return wide;
}

function columnAt(columns: Map<number, Column>, at: number): Column {
  const column = columns.get(at) ?? new Column();
  columns.set(at, column);
  return column;
}

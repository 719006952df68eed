import type { Exchange } from '../exchange/exchange.ts';
import { defined } from '../input/defined.ts';
import { type AnswerMode, answerModeOf, isExecuted, isTimed } from './answer-mode.ts';
import { InFlight } from './in-flight.ts';
import type { MeasuredExchange } from './measured-exchange.ts';
import type { AddedTimes } from './overhead/added-times.ts';
import { Sample, sumOf, wholeOf } from './sample.ts';

/** A value for each operation and mode, in the order of their first exchange. */
export type ByMode<T> = ReadonlyMap<string, ReadonlyMap<AnswerMode, T>>;

/** One sample for each block of time, in their order. */
export type Blocks = ByMode<readonly Sample[]>;

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

/** Columns of equal width, which are as wide as the run is long: samples by their number. */
export interface Columns {
  readonly widthS: number;
  readonly samples: ByMode<ReadonlyMap<number, Sample>>;
}

type Collected<T> = Map<string, Map<AnswerMode, T>>;

/** Seconds that stay open for late exchanges. Older ones are reduced to their figures and a column. */
const OPEN_SECONDS = 10;
/** More columns are indistinguishable in a chart: beyond it, two become one. */
const COLUMNS = 90;
/** Enough for an interval, and long enough to have several answers each. */
const BLOCKS = 12;

/**
 * All that a load run measured, in slices of one second, by the second in which exchanges ended. The figures of each
 * second, those of the last seconds, the charts, the blocks of a comparison and the figures of the
 * whole run are all read from them. Memory grows by a few numbers a second.
 */
export class LoadSeries {
  readonly inFlight = new InFlight();
  readonly #open = new Map<number, Collected<Sample>>();
  readonly #closed: Second[] = [];
  readonly #columns: Collected<Map<number, Sample>> = new Map();
  #widthS = 1;
  #newest = 0;

  add(measured: MeasuredExchange, withinSlo: boolean): void {
    this.inFlight.add(measured.exchange.timing);
    this.#sampleOf(measured.exchange, measured.mode).add(measured, withinSlo);
  }

  /** @param added to the times of the provider of this good answer */
  addRelay(exchange: Exchange, added: AddedTimes): void {
    this.#sampleOf(exchange, answerModeOf(exchange)).addRelay(added);
  }

  seconds(): readonly Second[] {
    const open = [...this.#open].map(([atS, samples]) => secondOf(atS, samples));
    return [...this.#closed, ...open].toSorted((a, b) => a.atS - b.atS);
  }

  /**
   * What ended from one second to before another, by operation. Seconds that have closed count as empty.
   */
  between(fromS: number, toS: number): ReadonlyMap<string, Sample> {
    const within = [...this.#open].filter(([atS]) => atS >= fromS && atS < toS);
    return new Map(
      [...this.#columns.keys()].map((operation) => [
        operation,
        sumOf(within.map(([, samples]) => wholeOf(samples.get(operation) ?? new Map()))),
      ]),
    );
  }

  columns(): Columns {
    const all: Collected<Map<number, Sample>> = new Map();
    addColumns(all, this.#columns, 1);
    for (const [atS, samples] of this.#open) addSecond(all, samples, this.#columnOf(atS));
    return { widthS: this.#widthS, samples: all };
  }

  /** The whole run. */
  whole(): ByMode<Sample> {
    return eachMode(this.columns().samples, (columns) => sumOf(columns.values()));
  }

  /**
   * The run in blocks of about equal time: answers that are near in time are alike, so a comparison draws
   * whole blocks rather than single answers. What the gateway did not execute is in none of them, and of
   * slow readers only the counts.
   */
  blocks(): Blocks {
    const last = this.#columnOf(this.#newest);
    const count = Math.min(BLOCKS, last + 1);
    const ofModes = eachMode(this.columns().samples, (columns, mode) => {
      const blocks = Array.from({ length: count }, () => new Sample());
      for (const [at, sample] of columns) {
        const block = blocks[Math.floor((at * count) / (last + 1))];
        if (isTimed(mode)) block?.merge(sample);
        else block?.mergeCounts(sample);
      }
      return blocks;
    });
    return new Map(
      [...ofModes].map(([operation, modes]) => [
        operation,
        new Map([...modes].filter(([mode]) => isExecuted(mode))),
      ]),
    );
  }

  #sampleOf({ operation, timing }: Exchange, mode: AnswerMode): Sample {
    const endS = Math.max(0, Math.floor(timing.endMs / 1000));
    const atS = Math.max(endS, this.#newest - OPEN_SECONDS);
    atMode(this.#columns, operation, mode, () => new Map());
    return atMode(this.#second(atS), operation, mode, () => new Sample());
  }

  #second(atS: number): Collected<Sample> {
    const known = this.#open.get(atS);
    if (known !== undefined) return known;
    const samples: Collected<Sample> = new Map();
    this.#open.set(atS, samples);
    this.#newest = Math.max(this.#newest, atS);
    while (this.#newest >= this.#widthS * COLUMNS) this.#widen();
    this.#closeOld();
    return samples;
  }

  #closeOld(): void {
    for (const [atS, samples] of this.#open) {
      if (atS >= this.#newest - OPEN_SECONDS) continue;
      this.#closed.push(secondOf(atS, samples));
      addSecond(this.#columns, samples, this.#columnOf(atS));
      this.#open.delete(atS);
    }
  }

  #columnOf(atS: number): number {
    return Math.floor(atS / this.#widthS);
  }

  #widen(): void {
    this.#widthS *= 2;
    const narrow = new Map(this.#columns);
    this.#columns.clear();
    addColumns(this.#columns, narrow, 2);
  }
}

/** The value of an operation and mode, which is made when it is absent. */
export function atMode<T>(
  all: Collected<T>,
  operation: string,
  mode: AnswerMode,
  make: () => T,
): T {
  const modes = all.get(operation) ?? new Map<AnswerMode, T>();
  all.set(operation, modes);
  const value = modes.get(mode) ?? make();
  modes.set(mode, value);
  return value;
}

/** @param ratio columns that become one */
function addColumns(
  to: Collected<Map<number, Sample>>,
  from: ByMode<ReadonlyMap<number, Sample>>,
  ratio: number,
): void {
  for (const [operation, modes] of from) {
    for (const [mode, columns] of modes) {
      const wide = atMode(to, operation, mode, () => new Map());
      for (const [at, sample] of columns) mergeInto(wide, Math.floor(at / ratio), sample);
    }
  }
}

function addSecond(
  to: Collected<Map<number, Sample>>,
  samples: ByMode<Sample>,
  column: number,
): void {
  for (const [operation, modes] of samples) {
    for (const [mode, sample] of modes) {
      mergeInto(
        atMode(to, operation, mode, () => new Map()),
        column,
        sample,
      );
    }
  }
}

function mergeInto(columns: Map<number, Sample>, at: number, sample: Sample): void {
  const column = columns.get(at) ?? new Sample();
  columns.set(at, column);
  column.merge(sample);
}

/** Another value for each operation and mode. */
export function eachMode<T, Other>(
  all: ByMode<T>,
  of: (value: T, mode: AnswerMode) => Other,
): ByMode<Other> {
  return new Map(
    [...all].map(([operation, modes]) => [
      operation,
      new Map([...modes].map(([mode, value]) => [mode, of(value, mode)])),
    ]),
  );
}

function secondOf(atS: number, samples: ByMode<Sample>): Second {
  const { exchanges, failed, e2e, ttft } = sumOf([...samples.values()].map(wholeOf));
  return defined({
    atS,
    completed: exchanges,
    errors: failed,
    e2eP50Ms: e2e.percentile(50),
    e2eP99Ms: e2e.percentile(99),
    ttftP50Ms: ttft.percentile(50),
    ttftP99Ms: ttft.percentile(99),
  });
}

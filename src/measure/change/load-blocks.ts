import type { Exchange } from '../../exchange/exchange.ts';
import { type AnswerMode, answerModeOf, isExecuted, isTimed } from '../answer-mode.ts';
import { atMode } from '../at-mode.ts';
import type { ExchangeObserver, MeasuredExchange } from '../measured-exchange.ts';
import type { AddedTimes } from '../overhead/added-times.ts';
import { Sample } from './sample.ts';

/** Blocks of equal time: enough for an interval, and long enough to have several answers each. */
const BLOCKS = 12;

/** A whole load, by operation and mode. */
export type Block = ReadonlyMap<string, ReadonlyMap<AnswerMode, Sample>>;

/** By operation, then by mode: one sample for each block, in their order. */
export type Blocks = ReadonlyMap<string, ReadonlyMap<AnswerMode, readonly Sample[]>>;

/**
 * Cuts a load into blocks of time. Answers that are near in time are alike, so a comparison draws
 * whole blocks rather than single answers.
 */
export class LoadBlocks implements ExchangeObserver {
  readonly #widthMs: number;
  readonly #samples = new Map<string, Map<AnswerMode, Sample[]>>();

  /** @param durationMs in which the load schedules requests */
  constructor(durationMs: number) {
    this.#widthMs = durationMs / BLOCKS;
  }

  get blocks(): Blocks {
    return this.#samples;
  }

  record(measured: MeasuredExchange, withinSlo: boolean): void {
    const { exchange, mode, resultClass, timings } = measured;
    if (!isExecuted(mode)) return;
    const sample = this.#sampleOf(exchange, mode);
    sample?.add(resultClass, isTimed(mode) ? timings : undefined, withinSlo);
  }

  /** @param added to the times of the provider of this good answer */
  pair(exchange: Exchange, added: AddedTimes): void {
    this.#sampleOf(exchange, answerModeOf(exchange))?.addRelay(added);
  }

  #sampleOf({ operation, timing }: Exchange, mode: AnswerMode): Sample | undefined {
    const samples = atMode(this.#samples, operation, mode, () =>
      Array.from({ length: BLOCKS }, () => new Sample()),
    );
    const at = Math.floor(timing.intendedMs / this.#widthMs);
    // Polls and retries may be scheduled after the last arrival.
    return samples[Math.min(BLOCKS - 1, Math.max(0, at))];
  }
}

/** One block for a whole load, by operation and mode. */
export function asOneBlock(blocks: Blocks): Block {
  return new Map(
    [...blocks].map(([operation, modes]) => [
      operation,
      new Map([...modes].map(([mode, samples]) => [mode, sumOf(samples)])),
    ]),
  );
}

export function sumOf(samples: readonly Sample[]): Sample {
  const whole = new Sample();
  for (const sample of samples) whole.merge(sample);
  return whole;
}

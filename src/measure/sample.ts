import type { Exchange } from '../exchange/exchange.ts';
import { type AnswerMode, isTimed } from './answer-mode.ts';
import { Histogram } from './histogram.ts';
import type { MeasuredExchange } from './measured-exchange.ts';
import type { AddedTimes } from './overhead/added-times.ts';

/** What a gateway adds: measured where Assay is its provider too. */
export const ADDED_METRICS = ['addedTtft', 'addedE2e', 'forward', 'relay'] as const;
/** The durations that a report has in blocks. */
export const SAMPLED_METRICS = ['ttft', 'itl', 'tpot', 'args', 'e2e', ...ADDED_METRICS] as const;
export type SampledMetric = (typeof SAMPLED_METRICS)[number];
const METRICS = [...SAMPLED_METRICS, 'ttftFromSend', 'argsFromSend', 'e2eFromSend'] as const;
export type Metric = (typeof METRICS)[number];

/** The counts that a report has in blocks. */
export const SAMPLED_COUNTS = ['good', 'failed', 'throttled', 'withinSlo'] as const;
const COUNTS = [
  ...SAMPLED_COUNTS,
  'exchanges',
  'inFlightRefusals',
  'jobOver',
  'aborted',
  'cut',
  'metClosing',
  'replayed',
  'waited',
  'tokens',
  'goodTokens',
  'uploadBytes',
] as const;

/** The count of each class of results. */
const COUNT_OF = {
  good: 'good',
  failed: 'failed',
  throttled: 'throttled',
  'in-flight': 'inFlightRefusals',
  'job-over': 'jobOver',
  aborted: 'aborted',
  cut: 'cut',
  'met-closing': 'metClosing',
} as const;

/**
 * What one stretch of a load measured of one operation and mode. Merges by addition. Durations are of
 * good answers, in ms: a quick refusal is not a quick answer. TTFT, the time to the last argument and
 * request latency run from the scheduled start, as objectives do, unless their names say otherwise.
 */
export class Sample {
  exchanges = 0;
  good = 0;
  /** Good, and within every objective of the SLO. */
  withinSlo = 0;
  failed = 0;
  throttled = 0;
  inFlightRefusals = 0;
  /** Refused, as is legal once the video job is over. */
  jobOver = 0;
  aborted = 0;
  cut = 0;
  /** Met a kept connection that the gateway was closing. */
  metClosing = 0;
  /** Good answers of the modes `replay` and `waited`, in a whole operation. */
  replayed = 0;
  waited = 0;
  tokens = 0;
  /** Tokens of the answers within the SLO. */
  goodTokens = 0;
  coalesced = 0;
  /** Size of the forms of good answers, as sent. */
  uploadBytes = 0;
  /** Failures by their kind. */
  readonly errors = new Map<string, number>();
  readonly ttft = new Histogram();
  readonly itl = new Histogram();
  readonly tpot = new Histogram();
  /** To the last argument of a call. */
  readonly args = new Histogram();
  readonly e2e = new Histogram();
  readonly ttftFromSend = new Histogram();
  readonly argsFromSend = new Histogram();
  readonly e2eFromSend = new Histogram();
  readonly addedTtft = new Histogram();
  readonly addedE2e = new Histogram();
  readonly forward = new Histogram();
  readonly relay = new Histogram();
  /** Tokens of the provider whose times are known, and the reads in which they came. */
  relayedTokens = 0;
  relayedReads = 0;

  add({ exchange, resultClass, timings }: MeasuredExchange, withinSlo: boolean): void {
    this.exchanges += 1;
    this[COUNT_OF[resultClass.kind]] += 1;
    if (resultClass.kind === 'failed') this.#addError(resultClass.error, 1);
    if (resultClass.kind !== 'good') return;
    if (withinSlo) {
      this.withinSlo += 1;
      this.goodTokens += timings.tokens;
    }
    this.tokens += timings.tokens;
    this.coalesced += exchange.timing.coalesced ?? 0;
    this.uploadBytes += uploadedBytes(exchange);
    this.e2e.add(timings.e2eFromIntendedMs);
    this.e2eFromSend.add(timings.e2eMs);
    if (timings.ttftFromIntendedMs !== undefined) this.ttft.add(timings.ttftFromIntendedMs);
    if (timings.ttftMs !== undefined) this.ttftFromSend.add(timings.ttftMs);
    for (const gapMs of timings.itlMs) this.itl.add(gapMs);
    if (timings.tpotMs !== undefined) this.tpot.add(timings.tpotMs);
    if (timings.argsFromIntendedMs !== undefined) this.args.add(timings.argsFromIntendedMs);
    if (timings.argsMs !== undefined) this.argsFromSend.add(timings.argsMs);
  }

  /** What the gateway added to one good answer. */
  addRelay({ ttftMs, e2eMs, forwardMs, tokens }: AddedTimes): void {
    this.addedE2e.add(e2eMs);
    if (ttftMs !== undefined) this.addedTtft.add(ttftMs);
    if (forwardMs !== undefined) this.forward.add(forwardMs);
    if (tokens === undefined) return;
    this.relayedTokens += tokens.count;
    this.relayedReads += tokens.reads;
    for (const ms of tokens.relayMs ?? []) this.relay.add(ms);
  }

  merge(other: Sample): void {
    this.mergeCounts(other);
    this.coalesced += other.coalesced;
    this.relayedTokens += other.relayedTokens;
    this.relayedReads += other.relayedReads;
    for (const metric of METRICS) this[metric].merge(other[metric]);
  }

  /** Without durations. */
  mergeCounts(other: Sample): void {
    for (const name of COUNTS) this[name] += other[name];
    for (const [kind, count] of other.errors) this.#addError(kind, count);
  }

  #addError(kind: string, count: number): void {
    this.errors.set(kind, (this.errors.get(kind) ?? 0) + count);
  }
}

export function sumOf(samples: Iterable<Sample>): Sample {
  const whole = new Sample();
  for (const sample of samples) whole.merge(sample);
  return whole;
}

/**
 * A whole operation, of its modes. The durations of slow readers' answers are the reader's; a repetition
 * under an idempotency key is only counted, because it was not executed.
 */
export function wholeOf(modes: ReadonlyMap<AnswerMode, Sample>): Sample {
  const whole = new Sample();
  for (const [mode, sample] of modes) {
    if (isTimed(mode)) whole.merge(sample);
    else if (mode === 'slow') whole.mergeCounts(sample);
    else {
      whole.exchanges += sample.exchanges;
      whole[mode === 'replay' ? 'replayed' : 'waited'] += sample.good;
    }
  }
  return whole;
}

function uploadedBytes({ request: { body } }: Exchange): number {
  return body.kind === 'multipart' ? body.sizeBytes : 0;
}

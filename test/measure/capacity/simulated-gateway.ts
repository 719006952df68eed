import type { Operation } from '../../../src/contract/operations.ts';
import type { Outcome } from '../../../src/exchange/exchange.ts';
import { answerModeOf } from '../../../src/measure/answer-mode.ts';
import type { StepRunner } from '../../../src/measure/capacity/find-capacity.ts';
import type { StepRequest } from '../../../src/measure/capacity/step-duration.ts';
import { StepMeasure } from '../../../src/measure/capacity/step-measure.ts';
import type { StepRun } from '../../../src/measure/capacity/step-outcome.ts';
import { type HealthSample, healthOf } from '../../../src/measure/generator-health.ts';
import { timingsOf } from '../../../src/measure/measured-exchange.ts';
import { type Objective, parseObjective } from '../../../src/measure/objective.ts';
import { classify } from '../../../src/measure/result-class.ts';
import { exchange } from '../exchange-builder.ts';

export interface SimulatedGateway {
  readonly slots: number;
  readonly serviceTimeMs: number;
  /** Service times by chance, with the same mean. */
  readonly exponential?: boolean;
  readonly arrivals?: 'constant' | 'poisson';
  /** Mean of what the machine adds to each answer, by chance. */
  readonly noiseMs?: number;
  readonly objectives?: readonly string[];
  /** Arrivals per second that the generator can send. */
  readonly generatorLimit?: number;
  /** Above this rate, one request in five is refused at once with 429. */
  readonly rateLimit?: number;
  /** One request in this many, by chance, returns 500. */
  readonly failsEvery?: number;
  /** One request in this many is never answered. */
  readonly hangsEvery?: number;
  /** Runs, from 0, with one transcription among the chats; by default none. */
  readonly transcriptions?: readonly number[];
  /** Runs, from 0, whose latencies a hiccup spoils. */
  readonly hiccups?: readonly number[];
  readonly seed?: number;
}

/** A request without an answer ends by then. */
const DEADLINE_MS = 60_000;

/** A queue with `slots` servers that takes no time: its clock shows how long it would have taken. */
export function simulated(
  gateway: SimulatedGateway,
): StepRunner & { readonly orders: StepRequest[] } {
  const chance = chanceOf(gateway.seed ?? 1);
  const objectives = (gateway.objectives ?? []).map(parseObjective);
  const orders: StepRequest[] = [];
  let nowMs = 0;
  return {
    orders,
    now: () => nowMs,
    async run(order) {
      const { run, lastMs } = oneRun(gateway, { order, index: orders.length, objectives, chance });
      orders.push(order);
      nowMs += lastMs + 800;
      return run;
    },
  };
}

interface RateTrial {
  readonly order: StepRequest;
  readonly index: number;
  readonly objectives: readonly Objective[];
  readonly chance: () => number;
}

function oneRun(gateway: SimulatedGateway, { order, index, objectives, chance }: RateTrial) {
  const { slots, serviceTimeMs, noiseMs = 0, arrivals, exponential } = gateway;
  const endMs = order.warmUpMs + order.measuredMs;
  const measure = new StepMeasure({ warmUpMs: order.warmUpMs, endMs }, objectives);
  const random = (mean: number) => -Math.log(1 - chance()) * mean;
  const free = Array.from({ length: slots }, () => 0);
  const gapMs = 1000 / order.arrivalRate;
  const limited = order.arrivalRate > (gateway.rateLimit ?? Number.POSITIVE_INFINITY);
  let started = 0;
  let sentMs = 0;
  let lastMs = endMs;
  for (
    let intendedMs = 0;
    intendedMs < endMs;
    intendedMs += arrivals === 'poisson' ? random(gapMs) : gapMs
  ) {
    sentMs = Math.max(
      intendedMs,
      sentMs + 1000 / (gateway.generatorLimit ?? Number.POSITIVE_INFINITY),
    );
    const slot = free.indexOf(Math.min(...free));
    const serviceMs = exponential === true ? random(serviceTimeMs) : serviceTimeMs;
    const doneMs = Math.max(sentMs, free[slot] ?? 0) + serviceMs;
    const refused = limited && started % 5 === 0;
    const hangs = gateway.hangsEvery !== undefined && started % gateway.hangsEvery === 0;
    if (!refused && !hangs) free[slot] = doneMs;
    const hiccupMs = gateway.hiccups?.includes(index) === true ? intendedMs * 0.02 : 0;
    const answeredMs = (refused ? sentMs + 1 : doneMs) + random(noiseMs) + hiccupMs;
    started += 1;
    const end = endOf(
      hangs ? Number.POSITIVE_INFINITY : answeredMs,
      sentMs,
      endMs + order.coolDownMs,
    );
    lastMs = Math.max(lastMs, end.endMs);
    const fails = gateway.failsEvery !== undefined && chance() < 1 / gateway.failsEvery;
    const timing = { intendedMs, sendMs: sentMs, endMs: end.endMs };
    const isRare = intendedMs > order.warmUpMs && intendedMs <= order.warmUpMs + gapMs;
    const transcribes = isRare && gateway.transcriptions?.includes(index) === true;
    const operation = transcribes ? 'transcription' : 'chat';
    add(measure, timing, {
      outcome: end.outcome,
      status: fails ? 500 : refused ? 429 : 200,
      operation,
    });
  }
  const run: StepRun = {
    ...measure.figures(),
    arrivalRate: order.arrivalRate,
    startedRate: (started / endMs) * 1000,
    inFlightLimit: order.inFlight,
    exhausted: false,
    schedulerMs: 0.3,
    health: healthAt(order.arrivalRate, started, gateway),
    measuredMs: order.measuredMs,
  };
  return { run, lastMs };
}

type Timing = { intendedMs: number; sendMs: number; endMs: number };

/** The answer, our deadline or the end of the run, whichever is first. */
function endOf(answeredMs: number, sentMs: number, cutMs: number) {
  const endMs = Math.min(answeredMs, sentMs + DEADLINE_MS, cutMs);
  if (endMs === answeredMs) return { endMs, outcome: 'answered' } as const;
  return { endMs, outcome: endMs === cutMs ? 'cut-by-end' : 'timed-out' } as const;
}

type Ending = { outcome: Outcome; status: number; operation: Operation };

function add(measure: StepMeasure, timing: Timing, ending: Ending): void {
  const one = exchange({ timing, ...ending });
  const seen = {
    exchange: one,
    mode: answerModeOf(one),
    resultClass: classify(one),
    timings: timingsOf(one),
  };
  measure.record(seen);
}

function healthAt(arrivalRate: number, started: number, { generatorLimit }: SimulatedGateway) {
  const isLate = arrivalRate > (generatorLimit ?? Number.POSITIVE_INFINITY);
  const sample: HealthSample = {
    atMs: 1000,
    latenessP99Ms: isLate ? 400 : 1,
    latenessMaxMs: isLate ? 600 : 2,
    schedulerLatencyP99Ms: 0.3,
    tickerLatenessMaxMs: 1,
  };
  const totals = { scheduled: started, started, notStarted: isLate ? 9 : 0, interrupted: 0 };
  return healthOf(
    Array.from({ length: 8 }, () => sample),
    totals,
  );
}

/** Mulberry32. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

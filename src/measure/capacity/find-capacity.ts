import { type Knee, KneeSearch, type RateTrial } from './knee-search.ts';
import { completedRate } from './saturation.ts';
import { type CapacitySearch, StepDurations, type StepRequest } from './step-duration.ts';
import { type StepOutcome, type StepRun, stepOutcomeOf } from './step-outcome.ts';

/** Runs the steps. */
export interface StepRunner {
  /** @returns undefined when the run has no result: the search ends */
  run(request: StepRequest): Promise<StepRun | undefined>;
  /** Called after each run. */
  onRun?(run: StepRun, outcome: StepOutcome, knee: Knee | undefined): void;
  /** A clock in ms, with any origin. */
  now(): number;
}

export interface JudgedRun {
  readonly run: StepRun;
  readonly outcome: StepOutcome;
}

/** Why the knee is not higher, or not known. */
export type CapacityLimit = 'gateway' | 'generator' | 'range' | 'time' | 'cut-short';

export interface CapacityFindings {
  readonly runs: readonly JudgedRun[];
  readonly knee: Knee | undefined;
  readonly limit: CapacityLimit;
  /** The interval is as narrow as required, and both its ends were tried again. */
  readonly settled: boolean;
  /** The interval reaches too far to one side for the knee to be reported. */
  readonly tooWide: boolean;
  /** Whether the gateway sustains the wanted rate; null when that is not known, or none was wanted. */
  readonly reaches: boolean | null;
}

/** Limit of the runs at one rate without a result, because of the generator or an unjudged objective. */
const SPOILT_RUNS = 3;
const OF_THE_GENERATOR: readonly StepOutcome[] = ['generator', 'in-flight'];
/** Limit of the ratio of both ends of the interval; beyond it, the knee is unknown. */
const WIDEST = 1.5;
/** How far an interval may reach to either side, as a share of the knee, for the knee to be reported. */
export const TELLING_SPREAD = 0.1;
/** Time for the start and the end of an engine. */
const OVERHEAD_MS = 1500;

/** A search with less time than this tries nothing. */
export function firstStepMs(options: CapacitySearch): number {
  return wholeMs(new StepDurations(options).request(options.from, options.timeLimitMs));
}

function wholeMs({ warmUpMs, measuredMs }: StepRequest): number {
  return warmUpMs + measuredMs + OVERHEAD_MS;
}

/** Searches for the knee until it is known, the time is over, or the generator is the limit. */
export async function findCapacity(
  options: CapacitySearch,
  runner: StepRunner,
): Promise<CapacityFindings> {
  const startMs = runner.now();
  const search = new KneeSearch({ ...options, gradual: options.arrivals === 'poisson' });
  const length = new StepDurations(options);
  const runs: JudgedRun[] = [];
  const findings = (otherwise: CapacityLimit): CapacityFindings => {
    const knee = otherwise === 'generator' && !isBounded(runs) ? undefined : known(search.knee());
    return {
      runs,
      knee,
      limit: knee === undefined ? otherwise : 'gateway',
      settled: search.state === 'settled',
      tooWide: knee !== undefined && spreadOf(knee) > TELLING_SPREAD,
      reaches: search.reaches(),
    };
  };
  for (;;) {
    const arrivalRate = search.next();
    if (arrivalRate === undefined) return findings('range');
    const leftMs = options.timeLimitMs - (runner.now() - startMs);
    const request = length.request(arrivalRate, leftMs);
    if (wholeMs(request) > leftMs) return findings('time');
    const run = await runner.run(request);
    if (run === undefined) return findings('cut-short');
    const outcome = stepOutcomeOf(run, length.usualMs);
    runs.push({ run, outcome });
    length.learn(run, outcome);
    if (isDecided(runs)) search.add(trialOf(run, outcome));
    runner.onRun?.(run, outcome, search.knee());
    if (endIn(runs, OF_THE_GENERATOR)) return findings('generator');
    if (endIn(runs, ['unjudged'])) return findings('cut-short');
  }
}

/**
 * Whether the gateway, and not only the generator, was seen to fail above every sustained rate: at one
 * such rate at least as many runs missed as the generator spoilt.
 */
function isBounded(runs: readonly JudgedRun[]): boolean {
  const held = runs.filter(({ outcome }) => outcome === 'held').map(({ run }) => run.arrivalRate);
  const above = runs.filter(({ run }) => held.every((rate) => rate < run.arrivalRate));
  return [...Map.groupBy(above, ({ run }) => run.arrivalRate).values()].some((atRate) => {
    const missed = atRate.filter(({ outcome }) => outcome === 'missed' || outcome === 'unclear');
    return missed.length > 0 && missed.length * 2 >= atRate.length;
  });
}

/** A knee with a very wide interval is unknown. */
function known(knee: Knee | undefined): Knee | undefined {
  return knee !== undefined && knee.high <= knee.low * WIDEST ? knee : undefined;
}

function spreadOf({ low, arrivalRate, high }: Knee): number {
  return Math.max(high / arrivalRate, arrivalRate / low) - 1;
}

/** An undecided run is repeated; if it stays undecided, the rate was not sustained. */
function isDecided(runs: readonly JudgedRun[]): boolean {
  const last = runs.at(-1);
  if (last === undefined) return false;
  if (last.outcome === 'held' || last.outcome === 'missed') return true;
  const before = runs.at(-2);
  const again = before?.outcome === 'unclear' && sameRate(before, last);
  return last.outcome === 'unclear' && again;
}

function trialOf(run: StepRun, outcome: StepOutcome): RateTrial {
  const { arrivalRate, saturated, trend } = run;
  return {
    arrivalRate,
    throughput: completedRate(run),
    held: outcome === 'held',
    ...(trend?.keepsUp === false && { slope: trend.slope }),
    ...(saturated !== undefined && { saturated }),
  };
}

/** The last runs were at one rate, and none of them decided it. */
function endIn(runs: readonly JudgedRun[], outcomes: readonly StepOutcome[]): boolean {
  const last = runs.slice(-SPOILT_RUNS);
  const [first] = last;
  return (
    first !== undefined &&
    last.length === SPOILT_RUNS &&
    last.every((run) => outcomes.includes(run.outcome) && sameRate(run, first))
  );
}

function sameRate(one: JudgedRun, other: JudgedRun): boolean {
  return one.run.arrivalRate === other.run.arrivalRate;
}

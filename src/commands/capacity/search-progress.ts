import type { LoadProgress } from '../../load/load-result.ts';
import type { Knee } from '../../measure/capacity/knee-search.ts';
import { completedRate } from '../../measure/capacity/saturation.ts';
import type { CapacitySearch, StepRequest } from '../../measure/capacity/step-duration.ts';
import type { StepOutcome, StepRun } from '../../measure/capacity/step-outcome.ts';
import {
  formatArrivalRate,
  formatDuration,
  formatMilliseconds,
} from '../../report/phrases/number-format.ts';
import type { Progress } from '../terminal/progress.ts';

/** The progress of a search: a permanent line for each step, and a live line for the current one. */
export class SearchProgress {
  readonly #progress: Progress;
  readonly #endMs: number;

  constructor(progress: Progress, { from, to, timeLimitMs, arrivals }: CapacitySearch) {
    this.#progress = progress;
    this.#endMs = performance.now() + timeLimitMs;
    progress.say(
      `Capacity: from ${formatArrivalRate(from)} up to ${formatArrivalRate(to)}, ${arrivals} arrivals, time limit ${formatDuration(timeLimitMs)}`,
    );
  }

  second({ arrivalRate, warmUpMs, measuredMs }: StepRequest, progress: LoadProgress): void {
    const leftMs = Math.max(0, warmUpMs + measuredMs - progress.atMs);
    this.#progress.show(
      [
        `${formatArrivalRate(arrivalRate)}, ${Math.round(leftMs / 1000)} s left`,
        `${progress.inFlight} in flight`,
        `${progress.errors} errors`,
        `${progress.findings} findings`,
        `${formatDuration(Math.max(0, this.#endMs - performance.now()))} left to search`,
      ].join(' · '),
    );
  }

  step(run: StepRun, outcome: StepOutcome, knee: Knee | undefined): void {
    const p95Ms = run.measure.e2e.percentile(95);
    this.#progress.say(
      [
        `${formatArrivalRate(run.arrivalRate).padStart(9)}  ${WORDS[outcome].padEnd(15)}`,
        `completed ${formatArrivalRate(completedRate(run))}`,
        p95Ms === undefined ? 'no response' : `p95 ${formatMilliseconds(p95Ms)}`,
        ...(knee === undefined
          ? []
          : [`knee ${formatArrivalRate(knee.low)}–${formatArrivalRate(knee.high)}`]),
      ].join('  '),
    );
  }
}

const WORDS: Readonly<Record<StepOutcome, string>> = {
  held: 'sustained',
  missed: 'not sustained',
  unclear: 'not verified',
  unjudged: 'not judged',
  generator: 'generator limit',
  'in-flight': 'generator limit',
};

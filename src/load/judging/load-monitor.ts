import type { Level, Rule } from '../../conformance/rule.ts';
import type { AbortCondition } from '../../measure/abort-condition.ts';
import { type Abort, AbortWatch } from '../../measure/abort-watch.ts';
import type { FindingCount } from '../../measure/compliance.ts';
import { isUnhealthy } from '../../measure/generator-health.ts';
import type { LoadMeasure } from '../../measure/load-measure.ts';
import { type RecentFigures, RecentSeconds } from '../../measure/recent-figures.ts';
import type { Health } from '../tap/tap-frame.ts';
import type { LoadJudge } from './load-judge.ts';

/** When to end a load early, and the level at which each rule counts for that. */
export interface AbortOn {
  readonly conditions: readonly AbortCondition[];
  levelOf(rule: Rule): Level;
  /** Whether the baseline accepts findings of the rule in the operation. */
  isAccepted(rule: Rule, operation: string): boolean;
}

/** The last seconds of a load, and how the generator has kept up. */
export interface RecentLoad {
  readonly scheduledPerSecond: number;
  readonly startedPerSecond: number;
  readonly operations: readonly RecentFigures[];
  /** Sum over the run so far. */
  readonly unhealthySeconds: number;
  /** Time without an answer, when it is longer than any answer took; absent otherwise. */
  readonly silentMs?: number;
}

/** Window of the arrival rates. */
const SECONDS = 5;

/** Evaluates a load run once a second, for its progress and for whether to end it early. */
export class LoadMonitor {
  readonly #judge: LoadJudge;
  readonly #abortOn: AbortOn;
  readonly #figures = new RecentSeconds();
  readonly #conditions: AbortWatch;
  #arrivals: readonly Pick<Health, 'atMs' | 'scheduled' | 'started'>[] = [NONE];
  #unhealthySeconds = 0;
  #abort: Abort | undefined;

  constructor(measure: LoadMeasure, judge: LoadJudge, abortOn: AbortOn) {
    this.#judge = judge;
    this.#abortOn = abortOn;
    this.#conditions = new AbortWatch(abortOn.conditions);
    measure.subscribe(this.#figures);
    measure.subscribe(this.#conditions);
  }

  /** The first condition that was true; absent as long as none was. */
  get abort(): Abort | undefined {
    return this.#abort;
  }

  /**
   * @param arriving whether arrivals still go on: the end of a load is not a reason to abort it
   * @param silentMs see `RecentLoad`
   */
  onHealth(health: Health, arriving: boolean, silentMs: number | undefined): RecentLoad {
    const waits = silentMs !== undefined && health.inFlight > 0;
    if (isUnhealthy(health, waits)) this.#unhealthySeconds += 1;
    if (arriving) this.#abort ??= this.#conditions.endSecond(health.atMs, this.#findings());
    const [first = NONE] = this.#arrivals;
    const seconds = Math.max(health.atMs - first.atMs, 1) / 1000;
    this.#arrivals = [...this.#arrivals, health].slice(-SECONDS);
    return {
      scheduledPerSecond: (health.scheduled - first.scheduled) / seconds,
      startedPerSecond: (health.started - first.started) / seconds,
      operations: this.#figures.endSecond(health.atMs),
      unhealthySeconds: this.#unhealthySeconds,
      ...(waits && { silentMs }),
    };
  }

  #findings(): FindingCount[] {
    return this.#judge.judges.flatMap(({ rule, tally }) =>
      [...tally.byOperation].map(([operation, { findings }]) => ({
        level: this.#abortOn.levelOf(rule),
        operation,
        count: findings,
        accepted: this.#abortOn.isAccepted(rule, operation),
      })),
    );
  }
}

const NONE = { atMs: 0, scheduled: 0, started: 0 };

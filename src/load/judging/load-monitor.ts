import type { Level, Rule } from '../../conformance/rule.ts';
import { type Abort, type AbortCondition, AbortWatch } from '../../measure/abort-watch.ts';
import type { ComplianceResult, FindingCount } from '../../measure/compliance.ts';
import { isUnhealthy } from '../../measure/generator-health.ts';
import type { LoadMeasure } from '../../measure/load-measure.ts';
import {
  type RecentFigures,
  type RecentSecond,
  recentFigures,
  recentSecond,
} from '../../measure/recent-figures.ts';
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
  /** The last minute, the oldest second first. */
  readonly course: readonly RecentSecond[];
  /** Each objective over the run so far. */
  readonly objectives: readonly ComplianceResult[];
  /** Sum over the run so far. */
  readonly unhealthySeconds: number;
  /** Time without an answer, when it is longer than any answer took; absent otherwise. */
  readonly silentMs?: number;
}

/** Window of the arrival rates. */
const SECONDS = 5;
/** Seconds of which the course is kept. */
const COURSE = 60;

/** Evaluates a load run once a second, for its progress and for whether to end it early. */
export class LoadMonitor {
  readonly #measure: LoadMeasure;
  readonly #judge: LoadJudge;
  readonly #abortOn: AbortOn;
  readonly #durationMs: number;
  readonly #conditions: AbortWatch;
  #course: readonly RecentSecond[] = [];
  #arrivals: readonly Pick<Health, 'atMs' | 'scheduled' | 'started'>[] = [NONE];
  #unhealthySeconds = 0;
  #abort: Abort | undefined;

  /** @param durationMs in which requests are scheduled */
  constructor(measure: LoadMeasure, judge: LoadJudge, abortOn: AbortOn, durationMs: number) {
    this.#measure = measure;
    this.#judge = judge;
    this.#abortOn = abortOn;
    this.#durationMs = durationMs;
    this.#conditions = new AbortWatch(abortOn.conditions);
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
    const endS = Math.round(health.atMs / 1000);
    const second = recentSecond(this.#measure.series, endS, health.inFlight);
    this.#course = [...this.#course, second].slice(-COURSE);
    const isJudged = this.#judge.judges.length > 0;
    return {
      scheduledPerSecond: (health.scheduled - first.scheduled) / seconds,
      startedPerSecond: (health.started - first.started) / seconds,
      operations: recentFigures(this.#measure.series, endS),
      course: this.#course,
      objectives: this.#measure.compliance({
        durationMs: Math.min(health.atMs, this.#durationMs),
        findings: isJudged ? this.#findings() : undefined,
      }),
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

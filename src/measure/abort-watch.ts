import { parseDuration } from '../input/duration.ts';
import { UsageError } from '../input/usage-error.ts';
import { Compliance, type FindingCount, findingsFor } from './compliance.ts';
import type { ExchangeObserver, MeasuredExchange } from './measured-exchange.ts';
import { type Objective, parseCondition } from './objective.ts';

/** Why a load was ended early. */
export interface Abort {
  readonly condition: AbortCondition;
  /** Since the start of the load. */
  readonly atMs: number;
  /** Over the window of the condition, in the unit of its limit. */
  readonly measured: number;
}

/** Least observations in a window for a share or a percentile. */
const LEAST_OBSERVATIONS = 10;

/** Evaluates, once a second, whether a condition is true over its window. */
export class AbortWatch implements ExchangeObserver {
  readonly #windows: readonly Window[];

  constructor(conditions: readonly AbortCondition[]) {
    this.#windows = conditions.map((condition) => new Window(condition));
  }

  record(measured: MeasuredExchange, withinSlo: boolean): void {
    for (const window of this.#windows) window.record(measured, withinSlo);
  }

  /**
   * Ends a second.
   * @param atMs since the start of the load
   * @param findings of the whole run so far
   * @returns the first condition that is true
   */
  endSecond(atMs: number, findings: readonly FindingCount[]): Abort | undefined {
    return this.#windows.flatMap((window) => window.endSecond(atMs, findings) ?? [])[0];
  }
}

/** Observations of one condition in one second. */
interface Slice {
  readonly fromMs: number;
  /** Findings of the run up to then. */
  readonly findings: number;
  readonly compliance: Compliance;
}

class Window {
  readonly #condition: AbortCondition;
  #slices: readonly Slice[];
  #current: Slice;

  constructor(condition: AbortCondition) {
    this.#condition = condition;
    this.#current = { fromMs: 0, findings: 0, compliance: new Compliance(condition.objective) };
    this.#slices = [this.#current];
  }

  record(measured: MeasuredExchange, withinSlo: boolean): void {
    this.#current.compliance.add(measured);
    this.#current.compliance.addAmount(measured, withinSlo);
  }

  endSecond(atMs: number, counts: readonly FindingCount[]): Abort | undefined {
    const { objective, windowMs, afterMs } = this.#condition;
    const findings = findingsFor(objective, counts);
    // Seconds come a little early or late: the slice nearest to the start of the window is its first.
    const slices = this.#slices.filter(({ fromMs }) => fromMs > atMs - windowMs - HALF_SECOND_MS);
    const abort = atMs + HALF_SECOND_MS < afterMs ? undefined : this.#judge(slices, atMs, findings);
    this.#current = { fromMs: atMs, findings, compliance: new Compliance(objective) };
    this.#slices = [...slices, this.#current];
    return abort;
  }

  #judge(slices: readonly Slice[], atMs: number, findings: number): Abort | undefined {
    const { objective } = this.#condition;
    const [first] = slices;
    if (first === undefined) return undefined;
    const whole = new Compliance(objective);
    for (const { compliance } of slices) whole.merge(compliance);
    const counts = objective.kind === 'latency' || objective.kind === 'share';
    if (counts && whole.observations < LEAST_OBSERVATIONS) return undefined;
    const totals = { durationMs: atMs - first.fromMs, findings: findings - first.findings };
    const { met, measured } = whole.result(totals);
    if (met !== false || measured === null) return undefined;
    return { condition: this.#condition, atMs, measured };
  }
}

const HALF_SECOND_MS = 500;

/** When to end a load early, such as `all errors > 20% over 10s`. */
export interface AbortCondition {
  /** As written. */
  readonly text: string;
  /** The objective that is met as long as the condition is false. */
  readonly objective: Objective;
  /** The window that is evaluated. */
  readonly windowMs: number;
  /** The condition is not evaluated earlier in the load. */
  readonly afterMs: number;
}

const DEFAULT_WINDOW_MS = 10_000;

/** Evaluation is once a second: a shorter window has no data. */
const LEAST_WINDOW_MS = 1000;

const WINDOW = /^(.*?)(?:\s+over\s+(\S+))?(?:\s+after\s+(\S+))?$/;

/**
 * `<condition> [over <time>] [after <time>]`. The default of `over` is 10 s; the default of `after` is
 * the time of `over`.
 * @throws UsageError that says which word is wrong
 */
export function parseAbortCondition(text: string): AbortCondition {
  const [, condition = '', over, after] = WINDOW.exec(text.trim()) ?? [];
  const subject = `Condition ${JSON.stringify(text)}`;
  const windowMs = over === undefined ? DEFAULT_WINDOW_MS : parseDuration(subject, over);
  if (windowMs < LEAST_WINDOW_MS) {
    throw new UsageError(
      `${subject} needs at least 1s after over, because conditions are evaluated once a second; got ${over}.`,
    );
  }
  const afterMs = after === undefined ? 0 : parseDuration(subject, after);
  return {
    text,
    objective: parseCondition(condition),
    windowMs,
    afterMs: Math.max(windowMs, afterMs),
  };
}

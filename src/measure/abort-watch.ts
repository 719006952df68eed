import type { AbortCondition } from './abort-condition.ts';
import { Compliance, type FindingCount, findingsFor } from './compliance.ts';
import type { ExchangeObserver, MeasuredExchange } from './measured-exchange.ts';

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
    return this.#windows.map((window) => window.endSecond(atMs, findings)).find(isAbort);
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

function isAbort(abort: Abort | undefined): abort is Abort {
  return abort !== undefined;
}

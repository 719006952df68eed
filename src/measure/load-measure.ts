import type { Exchange, Group } from '../exchange/exchange.ts';
import { answerModeOf, IdempotencyKeys } from './answer-mode.ts';
import { Compliance, type ComplianceResult, type FindingCount, findingsFor } from './compliance.ts';
import { JobMeasure } from './job-measure.ts';
import { LoadSeries } from './load-series.ts';
import { type ExchangeObserver, type MeasuredExchange, timingsOf } from './measured-exchange.ts';
import type { Objective } from './objective.ts';
import { classify, type LegalRefusals, type ResultClass } from './result-class.ts';
import { SlowestTraced } from './slowest-traced.ts';
import { Unanswered } from './unanswered.ts';

/** Inputs of objectives about rates and findings. */
export interface RunTotals {
  readonly durationMs: number;
  /** Undefined when nothing was judged. */
  readonly findings: readonly FindingCount[] | undefined;
}

/** All figures of a load run. */
export class LoadMeasure {
  readonly #legalRefusals: LegalRefusals | undefined;
  readonly #streamField: string;
  readonly #compliance: readonly Compliance[];
  readonly series = new LoadSeries();
  readonly #observers: ExchangeObserver[] = [];
  readonly jobs = new JobMeasure();
  /** Groups of jobs that were cancelled and are still read. */
  readonly #cancelledJobs = new Set<string>();
  readonly #keys = new IdempotencyKeys();
  readonly unanswered = new Unanswered();
  readonly slowest = new SlowestTraced();
  /** Exchanges that failed so far. */
  errors = 0;

  /**
   * @param legalRefusals statuses that are not errors
   * @param streamField the field of a request that switches streaming
   */
  constructor(
    objectives: readonly Objective[],
    legalRefusals?: LegalRefusals,
    streamField = 'stream',
  ) {
    this.#streamField = streamField;
    this.#legalRefusals = legalRefusals;
    this.#compliance = objectives.map((objective) => new Compliance(objective));
  }

  /** Calls the observer for each exchange that is added from now on. */
  subscribe(observer: ExchangeObserver): void {
    this.#observers.push(observer);
  }

  /**
   * To be called in the order in which the exchanges of an engine ended.
   * @param engine two engines may use one name for different groups
   */
  record(exchange: Exchange, engine = 0): void {
    const resultClass = this.#classify(exchange);
    const form = answerModeOf(exchange, this.#streamField);
    const repetition = this.#keys.note(exchange, resultClass, engine);
    const mode = form === 'slow' ? form : (repetition ?? form);
    this.recordMeasured({ exchange, mode, resultClass, timings: timingsOf(exchange) });
  }

  /** Records an exchange that was measured already. */
  recordMeasured(measured: MeasuredExchange): void {
    if (measured.resultClass.kind === 'failed') this.errors += 1;
    this.unanswered.add(measured);
    this.slowest.add(measured);
    const withinSlo = this.#comply(measured);
    this.series.add(measured, withinSlo);
    for (const observer of this.#observers) observer.record(measured, withinSlo);
  }

  /** Nothing more comes under the name of this group. */
  endGroup(group: Group, engine = 0): void {
    if (group.kind === 'job') this.#cancelledJobs.delete(group.id);
    else this.#keys.end(group, engine);
  }

  /** The result of each objective, in their order. */
  compliance({ durationMs, findings }: RunTotals): readonly ComplianceResult[] {
    return this.#compliance.map((compliance) => {
      const { objective } = compliance;
      const accepted = findingsFor(objective, findings ?? [], { accepted: true });
      const result = compliance.result({
        durationMs,
        findings: findings && findingsFor(objective, findings),
      });
      return accepted === 0 ? result : { ...result, accepted };
    });
  }

  #classify(exchange: Exchange): ResultClass {
    const resultClass = classify(exchange, this.#legalRefusals, this.#cancelledJobs);
    const { group, operation } = exchange;
    const isCancel = group?.kind === 'job' && operation === 'video-cancel';
    if (isCancel && resultClass.kind === 'good') this.#cancelledJobs.add(group.id);
    return resultClass;
  }

  /** Every objective gets the exchange, also after one was missed. */
  #comply(measured: MeasuredExchange): boolean {
    let within = true;
    for (const compliance of this.#compliance) {
      if (compliance.add(measured) === false) within = false;
    }
    for (const compliance of this.#compliance) compliance.addAmount(measured, within);
    return within;
  }
}

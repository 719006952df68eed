import type { Exchange } from '../exchange/exchange.ts';
import { mediaType } from '../exchange/exchange.ts';
import { Compliance, type ComplianceResult } from './compliance.ts';
import { type Fate, fateOf } from './fate.ts';
import type { Objective } from './objective.ts';
import { OperationMeasure } from './operation-measure.ts';
import { type Second, TimeSeries } from './time-series.ts';
import { type Timings, timingsOf } from './timings.ts';

/** The forms an answer can have; they are timed apart, because a stream has tokens. */
export type Form = 'body' | 'stream';

/** All figures of a load run. */
export class LoadMeasure {
  readonly #inFlightStatus: readonly number[];
  readonly #compliance: readonly Compliance[];
  readonly #byOperation = new Map<string, Map<Form, OperationMeasure>>();
  readonly #series = new TimeSeries();
  /** Exchanges that failed so far. */
  errors = 0;

  constructor(objectives: readonly Objective[], inFlightStatus: readonly number[]) {
    this.#inFlightStatus = inFlightStatus;
    this.#compliance = objectives.map((objective) => new Compliance(objective));
  }

  add(exchange: Exchange): void {
    const fate = fateOf(exchange, this.#inFlightStatus);
    if (fate.kind === 'failed') this.errors += 1;
    const timings = timingsOf(exchange);
    const withinSlo = this.#comply(exchange, fate, timings);
    const measure = this.#measure(exchange.operation, formOf(exchange));
    measure.add(fate, timings, exchange.timing.coalesced ?? 0, withinSlo);
    this.#series.add(exchange.timing.endMs, fate, timings);
  }

  /** By operation, then by form. */
  operations(): ReadonlyMap<string, ReadonlyMap<Form, OperationMeasure>> {
    return this.#byOperation;
  }

  compliance(): readonly ComplianceResult[] {
    return this.#compliance.map((compliance) => compliance.result());
  }

  seconds(): readonly Second[] {
    return this.#series.seconds();
  }

  /** Every objective sees the exchange, also after one was missed. */
  #comply(exchange: Exchange, fate: Fate, timings: Timings): boolean {
    let within = true;
    for (const compliance of this.#compliance) {
      if (compliance.add(exchange, fate, timings) === false) within = false;
    }
    return within;
  }

  #measure(operation: string, form: Form): OperationMeasure {
    let forms = this.#byOperation.get(operation);
    if (forms === undefined) {
      forms = new Map();
      this.#byOperation.set(operation, forms);
    }
    let measure = forms.get(form);
    if (measure === undefined) {
      measure = new OperationMeasure();
      forms.set(form, measure);
    }
    return measure;
  }
}

function formOf({ answer, timing }: Exchange): Form {
  if (timing.tokensMs !== undefined) return 'stream';
  return answer !== undefined && mediaType(answer.headers) === 'text/event-stream'
    ? 'stream'
    : 'body';
}

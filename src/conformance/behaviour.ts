import type { Operation } from '../contract/operations.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Series } from './evidence.ts';
import type { Expectations } from './expectations.ts';
import type { Probe } from './rule.ts';

/**
 * A point that the interface leaves open, and how to see what a gateway does there. It is no
 * rule: nothing that it shows is right or wrong.
 */
export interface Behaviour {
  /** Equals the file name. */
  readonly id: string;
  readonly question: string;
  /** What the interface does not say. */
  readonly silence: string;
  /** Its probe sends with the key of another tenant: it is not run without one. */
  readonly secondKey?: true;
  /** What it is about, where its probe asks for several; said to be absent where that is. */
  readonly operation?: Operation;
  /** Runs once for all behaviours that name it. */
  readonly probe: Probe;
  /**
   * Pure and synchronous. What could not be seen is said with `need`; it is never made up.
   * Words say nothing that changes from run to run, such as an id or a time.
   */
  observe(results: ProbeResults, expect: Expectations): readonly Observation[];
}

/** What a probe brought home. */
export interface ProbeResults {
  /** Of a probe of single exchanges each is a series of its own, labelled by its operation. */
  readonly series: readonly Series[];
  /** All exchanges, each once. */
  readonly exchanges: readonly Exchange[];
}

/** One thing that was seen. */
export interface Observation {
  /** Of what: an operation or a condition; '' when the question has but one subject. */
  readonly subject: string;
  /** In words that two gateways can be compared by. */
  readonly value: string;
  /** In whose answer. */
  readonly exchange: Exchange;
}

import type { Operation } from '../contract/operations.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Relay, Series } from './evidence.ts';
import type { Expectations } from './expectations.ts';
import type { Probe } from './rule.ts';

/**
 * A point that the interface leaves open, and how to see what a gateway does there. It is not
 * a rule: nothing that it shows is right or wrong.
 */
export interface Behaviour {
  readonly id: string;
  readonly question: string;
  /** What the interface leaves unsaid. */
  readonly silence: string;
  /** Its probe scripts the provider behind the gateway and does not run without one. */
  readonly upstream?: true;
  /** Its probe sends with the key of another tenant and does not run without one. */
  readonly secondKey?: true;
  /** The operation it is about, where its probe sends to several; reported as absent when it is. */
  readonly operation?: Operation;
  /** Runs once for all behaviours that name it. */
  readonly probe: Probe;
  /**
   * Pure and synchronous. `need` states what could not be observed. The values hold nothing that
   * changes from run to run, such as an id or a time.
   */
  observe(results: ProbeResults, expect: Expectations): readonly Observation[];
}

/** What a probe gathered. */
export interface ProbeResults {
  /** A single exchange is a series of its own, labelled with its operation. */
  readonly series: readonly Series[];
  /** Those of the series that have both ends. */
  readonly relays: readonly Relay[];
  /** All exchanges, each once. */
  readonly exchanges: readonly Exchange[];
}

/** One thing that was observed. */
export interface Observation {
  /** The operation or condition; '' when the question has only one subject. */
  readonly subject: string;
  /** Worded so that two gateways can be compared. */
  readonly value: string;
  /** The exchange that shows it. */
  readonly exchange: Exchange;
}

import type { Exchange } from '../exchange/exchange.ts';
import type { UpstreamExchange } from '../exchange/upstream/upstream-exchange.ts';
import { LIMITS } from '../input/limits.ts';
import type { Finding } from './rule.ts';

/** How many findings of one rule and operation are kept with their evidence. All are counted. */
export const EXAMPLES_KEPT = LIMITS.examples.value;
/** Why evidence was unverified: how many reasons of one rule are kept. */
const REASONS_KEPT = 5;

export interface Example {
  readonly finding: Finding;
  readonly exchange?: Exchange;
  /** What the probe tried. */
  readonly label?: string;
  /** All exchanges that were judged together. */
  readonly series?: readonly Exchange[];
  /** What the gateway sent to its provider for them. */
  readonly upstream?: readonly UpstreamExchange[];
}

/** How many pieces of evidence were judged, and how many could not settle the rule. */
export interface Pieces {
  judged: number;
  unverified: number;
}

/** What one rule has counted so far. */
export interface Tally {
  /** Pieces of its own evidence: what its probe brought, or what the load sent. */
  judged: number;
  unverified: number;
  /** Unverified pieces that do not show what a target need never show. */
  unseen: number;
  /** Unverified pieces whose answer, or its end, was lost on the way. Conformance only. */
  lost: number;
  /** Unverified pieces whose finding measures time, taken while Assay was stalled. */
  setAside: number;
  /** Pieces judged that the probes of other rules brought. Conformance only. */
  shared: number;
  findings: number;
  /** Why evidence was unverified: the first few, each once. */
  readonly reasons: Set<string>;
  /** Pieces of evidence, shared ones too, by the operations whose exchanges are in them. */
  readonly pieces: Map<string, Pieces>;
  /** Unverified pieces that the finding of another rule explains, by the id of that rule. */
  readonly causes: Map<string, number>;
  /** Findings by the operation of the exchange that shows them. */
  readonly byOperation: Map<string, { findings: number; readonly examples: Example[] }>;
}

export function emptyTally(): Tally {
  return {
    judged: 0,
    unverified: 0,
    unseen: 0,
    lost: 0,
    setAside: 0,
    shared: 0,
    findings: 0,
    reasons: new Set(),
    pieces: new Map(),
    causes: new Map(),
    byOperation: new Map(),
  };
}

/** What a tally counts, in whatever form it came. */
export interface Counts
  extends Pick<Tally, 'judged' | 'unverified' | 'unseen' | 'setAside' | 'findings'> {
  readonly reasons: Iterable<string>;
  readonly pieces: Iterable<readonly [string, Pieces]>;
  readonly causes: Iterable<readonly [string, number]>;
}

/**
 * Adds what another judge of the same rule counted, but not by operation: examples have an order.
 */
export function addCounts(whole: Tally, part: Counts): void {
  whole.judged += part.judged;
  whole.unverified += part.unverified;
  whole.unseen += part.unseen;
  whole.setAside += part.setAside;
  whole.findings += part.findings;
  for (const reason of part.reasons) addReason(whole, reason);
  for (const [cause, count] of part.causes) addCount(whole.causes, cause, count);
  for (const [operation, { judged, unverified }] of part.pieces) {
    const pieces = piecesOf(whole, operation);
    pieces.judged += judged;
    pieces.unverified += unverified;
  }
}

/** The pieces counted for an operation, which may be changed. */
export function piecesOf({ pieces }: Tally, operation: string): Pieces {
  const known = pieces.get(operation);
  if (known !== undefined) return known;
  const fresh = { judged: 0, unverified: 0 };
  pieces.set(operation, fresh);
  return fresh;
}

export function addReason({ reasons }: Tally, reason: string): void {
  if (reasons.size < REASONS_KEPT) reasons.add(reason);
}

export function addCount<K>(counts: Map<K, number>, name: K, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

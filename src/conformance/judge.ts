import type { Exchange } from '../exchange/exchange.ts';
import { describeOutcome, type EvidenceOf, type ExchangeKind, type Narrowing } from './evidence.ts';
import type { Expectations } from './expectations.ts';
import {
  type Finding,
  type Fold,
  type Prerequisite,
  type Rule,
  type Series,
  Unverifiable,
} from './rule.ts';
import { RuleFailure } from './rule-failure.ts';

/** How many findings of one rule and operation are kept with their evidence. All are counted. */
export const EXAMPLES_KEPT = 3;
/** How many findings one piece of evidence can yield; what follows would say the same. */
const FINDINGS_PER_EVIDENCE = 50;
/** Why evidence was unverified: how many reasons of one rule are kept. */
const REASONS_KEPT = 5;

export interface Example {
  readonly finding: Finding;
  readonly exchange?: Exchange;
  /** What the probe tried. */
  readonly label?: string;
}

/** What one rule has seen so far. */
export interface Tally {
  judged: number;
  unverified: number;
  findings: number;
  /** Why evidence was unverified: the first few, each once. */
  readonly reasons: Set<string>;
  /** Of the unverified: how many a prerequisite that is missing would have settled. */
  readonly lacking: Map<Prerequisite, number>;
  /** Findings by the operation of the exchange that shows them. */
  readonly byOperation: Map<string, { findings: number; readonly examples: Example[] }>;
}

export function emptyTally(): Tally {
  return {
    judged: 0,
    unverified: 0,
    findings: 0,
    reasons: new Set(),
    lacking: new Map(),
    byOperation: new Map(),
  };
}

/** What a tally counts, in whatever form it came. */
export interface Counts extends Pick<Tally, 'judged' | 'unverified' | 'findings'> {
  readonly reasons: Iterable<string>;
  readonly lacking: Iterable<readonly [Prerequisite, number]>;
}

/** Adds what another judge of the same rule counted, but not by operation: examples have an order. */
export function addCounts(whole: Tally, part: Counts): void {
  whole.judged += part.judged;
  whole.unverified += part.unverified;
  whole.findings += part.findings;
  for (const reason of part.reasons) addReason(whole, reason);
  for (const [prerequisite, count] of part.lacking) addLacking(whole, prerequisite, count);
}

function addReason({ reasons }: Tally, reason: string): void {
  if (reasons.size < REASONS_KEPT) reasons.add(reason);
}

function addLacking({ lacking }: Tally, prerequisite: Prerequisite, count: number): void {
  lacking.set(prerequisite, (lacking.get(prerequisite) ?? 0) + count);
}

/** Lets one rule judge evidence and keeps its tally. */
export class RuleJudge {
  readonly rule: Rule;
  readonly tally: Tally = emptyTally();
  readonly #expect: Expectations;
  readonly #narrowing: Narrowing;
  readonly #fold: Fold | undefined;

  constructor(rule: Rule, expect: Expectations, narrowing: Narrowing) {
    this.rule = rule;
    this.#expect = expect;
    this.#narrowing = narrowing;
    this.#fold = 'fold' in rule ? rule.fold(expect) : undefined;
  }

  /** Judges all that a probe gathered for this rule; what does not fit counts as unverified. */
  all(pieces: readonly (Exchange | Series)[]): void {
    for (const piece of pieces) {
      if ('exchanges' in piece) this.series(piece);
      else if (!this.exchange(piece)) {
        this.#unverified(`needs ${WANTED[this.#kind]}: ${describeOutcome(piece)}`);
      }
    }
    this.finish();
  }

  /** Judges one exchange if it is this rule's evidence, and says whether it was. */
  exchange(exchange: Exchange): boolean {
    const evidence = this.#narrowing.narrow(this.#kind, exchange);
    if (evidence === undefined) return false;
    this.#judge(evidence, exchange, undefined);
    return true;
  }

  series(series: Series): void {
    this.#judge(series, undefined, series);
  }

  /** A finding that no judge has to look for, with the exchange that shows it. */
  find(finding: Finding, exchange: Exchange): void {
    this.#record([finding], exchange, undefined);
    this.tally.judged += 1;
  }

  /** Ends the run for a rule that folds over it. Call once. */
  finish(): void {
    if (this.#fold !== undefined) this.#record(this.#fold.finish(), undefined, undefined);
  }

  get #kind(): ExchangeKind {
    const { evidence } = this.rule;
    if (evidence === 'key' || evidence === 'job' || evidence === 'series') {
      throw new RuleFailure(this.rule.id, 'a single exchange was given to a rule over series');
    }
    return evidence;
  }

  #judge(
    evidence: EvidenceOf[keyof EvidenceOf],
    exchange: Exchange | undefined,
    series: Series | undefined,
  ): void {
    try {
      const findings =
        'judge' in this.rule ? this.rule.judge(evidence, this.#expect) : this.#fold?.add(evidence);
      this.#record(findings ?? [], exchange, series);
      this.tally.judged += 1;
    } catch (error) {
      if (!(error instanceof Unverifiable)) throw new RuleFailure(this.rule.id, error);
      this.#unverified(error.message, error.lacks);
    }
  }

  #unverified(reason: string, lacks?: Prerequisite): void {
    this.tally.unverified += 1;
    if (lacks !== undefined) addLacking(this.tally, lacks, 1);
    addReason(this.tally, reason);
  }

  #record(
    findings: Iterable<Finding>,
    exchange: Exchange | undefined,
    series: Series | undefined,
  ): void {
    let count = 0;
    for (const finding of findings) {
      count += 1;
      if (count > FINDINGS_PER_EVIDENCE) return;
      this.#keep(finding, finding.exchange ?? exchange, series);
    }
  }

  #keep(finding: Finding, exchange: Exchange | undefined, series: Series | undefined): void {
    const operation =
      exchange?.operation ?? onlyOperationOf(series) ?? this.rule.operations[0] ?? 'other';
    const label = series?.label;
    let kept = this.tally.byOperation.get(operation);
    if (kept === undefined) {
      kept = { findings: 0, examples: [] };
      this.tally.byOperation.set(operation, kept);
    }
    this.tally.findings += 1;
    kept.findings += 1;
    if (kept.examples.length < EXAMPLES_KEPT) {
      kept.examples.push({
        finding,
        ...(exchange === undefined ? {} : { exchange }),
        ...(label === undefined ? {} : { label }),
      });
    }
  }
}

/** The operation of every exchange of a series; undefined when it has several. */
function onlyOperationOf(series: Series | undefined): Exchange['operation'] | undefined {
  const [first, ...others] = new Set(series?.exchanges.map(({ operation }) => operation));
  return others.length === 0 ? first : undefined;
}

const WANTED: Record<ExchangeKind, string> = {
  answer: 'a whole 2xx answer with one body',
  stream: 'a whole 2xx event stream',
  'cut-stream': 'a 2xx event stream that broke off',
  reply: 'a whole 2xx answer',
  failure: 'a whole answer that is not 2xx',
  any: 'a whole answer',
  begun: 'an answer that we did not leave',
};

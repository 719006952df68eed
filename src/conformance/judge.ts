import { describeOutcome, type ExchangeKind, narrow } from '../answers/narrow.ts';
import { type Exchange, wasLost } from '../exchange/exchange.ts';
import { keptExchange } from '../exchange/kept-exchange.ts';
import { keptUpstreamExchange } from '../exchange/upstream/upstream-exchange.ts';
import { LIMITS } from '../input/limits.ts';
import { AssayDefect } from './assay-defect.ts';
import { type EvidenceKind, type EvidenceOf, isRelay, type Series } from './evidence.ts';
import type { Expectations } from './expectations.ts';
import { acceptanceRuleOf } from './findings/acceptance-rules.ts';
import { keptFinding } from './kept-finding.ts';
import { type Finding, type Fold, type Rule, Unverifiable, type Why } from './rule.ts';
import {
  addCount,
  addReason,
  EXAMPLES_KEPT,
  type Example,
  emptyTally,
  type Pieces,
  piecesOf,
  type Tally,
} from './tally.ts';
import { bytesOf, spanOf, type Timekeeping } from './timekeeping.ts';

/** Pieces of a probe that are remembered to be tried again; those of a load are not. */
const ASIDE_KEPT = 1000;

/** Receives each finding that is kept with its evidence, when it is made. */
export type OnExample = (rule: Rule, example: Example) => void;

interface JudgeOptions {
  /** Absent where times are always trusted, and for a rule whose findings need none. */
  readonly timekeeping?: Timekeeping | undefined;
  readonly onExample?: OnExample | undefined;
}

/** Called with the outcome of judging a piece. */
interface Callbacks {
  readonly settled: () => void;
  readonly unsettled?: (why: Unverifiable) => void;
  readonly setAside?: () => void;
}

/** Why a finding that measures time was set aside. */
const SET_ASIDE = 'needs reliable times: Assay itself was stalled meanwhile';

/** Reading an answer that is nested ten thousand levels deep overflows the stack. */
const NESTED_TOO_DEEP = new Unverifiable('needs an answer that is not nested too deep to be read');

/** Lets one rule judge evidence and keeps its tally. */
export class RuleJudge {
  readonly rule: Rule;
  readonly tally: Tally = emptyTally();
  readonly #expect: Expectations;
  readonly #fold: Fold | undefined;
  readonly #timekeeping: Timekeeping | undefined;
  readonly #onExample: OnExample | undefined;
  /** Operations of each piece that was set aside since the last `takeSetAside`. */
  #aside: (readonly string[])[] = [];

  /** In a modest run one probe may have sent what another one returns. */
  readonly #settledBy = new WeakSet<Exchange | Series>();

  constructor(rule: Rule, expect: Expectations, { timekeeping, onExample }: JudgeOptions = {}) {
    this.rule = rule;
    this.#expect = expect;
    this.#fold = 'fold' in rule ? rule.fold(expect) : undefined;
    this.#timekeeping = timekeeping;
    this.#onExample = onExample;
  }

  /** Judges a piece that a probe gathered for this rule; one that does not fit counts as unverified. */
  judgeOwn(piece: Exchange | Series): void {
    const { judged, unverified } = this.tally;
    if (this.#settledBy.has(piece)) this.#count(piece, 'judged');
    else if ('exchanges' in piece) this.judgeSeries(piece);
    else if (!this.judgeExchange(piece)) {
      this.#unverified(piece, `needs ${WANTED[this.#kind]}: ${describeOutcome(piece)}`);
    }
    if (this.tally.judged > judged) this.#settledBy.add(piece);
    if (this.tally.unverified > unverified) this.#explain(piece);
  }

  /**
   * Judges evidence that the probe of another rule brought. Pieces that do not settle
   * this rule are ignored: they were sent for another reason.
   */
  judgeShared(piece: Exchange | Series): void {
    const evidence = 'exchanges' in piece ? piece : narrow(this.#kind, piece);
    if (evidence === undefined || this.#settledBy.has(piece)) return;
    this.#attempt(evidence, piece, {
      settled: () => {
        this.#settledBy.add(piece);
        this.tally.shared += 1;
        this.#place(piece, 'judged');
      },
    });
  }

  /**
   * Judges one exchange if it is evidence for this rule.
   * @returns whether it was
   */
  judgeExchange(exchange: Exchange): boolean {
    const evidence = narrow(this.#kind, exchange);
    if (evidence === undefined) return false;
    this.#judge(evidence, exchange);
    return true;
  }

  judgeSeries(series: Series): void {
    this.#judge(series, series);
  }

  /** Adds a finding that was made without judging, with the exchange that shows it. */
  addFinding(finding: Finding, exchange: Exchange): void {
    this.#record([finding], exchange, undefined);
    this.#count(exchange, 'judged');
  }

  /** Its probe ended without evidence, and says what it would have needed. */
  addUnmet({ message, why }: Unverifiable): void {
    if (why.isUnseen) this.tally.unseen += 1;
    addReason(this.tally, message);
  }

  get #kind(): ExchangeKind {
    const { evidence } = this.rule;
    if (isOverSeveral(evidence)) {
      throw new AssayDefect(`rule ${this.rule.id}`, 'it judges series and was given one request');
    }
    return evidence;
  }

  #judge(evidence: EvidenceOf[keyof EvidenceOf], piece: Exchange | Series): void {
    this.#attempt(evidence, piece, {
      settled: () => this.#count(piece, 'judged'),
      unsettled: (why) => {
        if (why.why.doesNotApply) addReason(this.tally, why.message);
        else this.#unverified(piece, why.message, why.why);
      },
      setAside: () => this.#setAside(piece),
    });
  }

  /** Judges, and reports the outcome: at once, or when it is known that times can be trusted. */
  #attempt(
    evidence: EvidenceOf[keyof EvidenceOf],
    piece: Exchange | Series,
    { settled, unsettled, setAside }: Callbacks,
  ): void {
    const [exchange, series] = 'exchanges' in piece ? [undefined, piece] : [piece, undefined];
    try {
      const findings =
        ('judge' in this.rule
          ? this.rule.judge(evidence, this.#expect)
          : this.#fold?.add(evidence)) ?? [];
      if (this.#timekeeping === undefined || !this.#isTimed(piece)) {
        this.#record(findings, exchange, series);
        settled();
        return;
      }
      const found = [...findings];
      if (found.length === 0) {
        settled();
        return;
      }
      this.#timekeeping.when(spanOf(piece), bytesOf(piece), (kept) => {
        if (kept) {
          this.#record(found, exchange, series);
          settled();
        } else setAside?.();
      });
    } catch (error) {
      const why = error instanceof RangeError ? NESTED_TOO_DEEP : error;
      if (!(why instanceof Unverifiable)) throw new AssayDefect(`rule ${this.rule.id}`, error);
      unsettled?.(why);
    }
  }

  /** Whether a finding in a piece depends on our own clock: that of any rule does after our own time-out. */
  #isTimed(piece: Exchange | Series): boolean {
    if (this.rule.measuresTime === true) return true;
    const exchanges = 'exchanges' in piece ? piece.exchanges : [piece];
    return exchanges.some(({ outcome }) => outcome === 'timed-out');
  }

  #setAside(piece: Exchange | Series): void {
    this.tally.setAside += 1;
    if (this.#aside.length < ASIDE_KEPT) this.#aside.push(this.#operationsOf(piece));
    this.#unverified(piece, SET_ASIDE);
  }

  /**
   * Forgets the pieces that were set aside, because they are tried again.
   * @returns whether there were any
   */
  takeSetAside(): boolean {
    const aside = this.#aside;
    this.#aside = [];
    for (const operations of aside) {
      this.tally.unverified -= 1;
      for (const operation of operations) piecesOf(this.tally, operation).unverified -= 1;
    }
    this.tally.setAside -= aside.length;
    if (this.tally.setAside === 0) this.tally.reasons.delete(SET_ASIDE);
    return aside.length > 0;
  }

  #unverified(piece: Exchange | Series, reason: string, { because, isUnseen }: Why = {}): void {
    this.#count(piece, 'unverified');
    if (isUnseen) this.tally.unseen += 1;
    if (because !== undefined) addCount(this.tally.causes, because, 1);
    addReason(this.tally, reason);
  }

  /**
   * Why a piece of its own probe did not settle the rule: its answer was lost, or was a refusal.
   */
  #explain(piece: Exchange | Series): void {
    const exchanges = 'exchanges' in piece ? piece.exchanges : [piece];
    if (exchanges.some(wasLost)) this.tally.lost += 1;
    const refusal = exchanges.map(acceptanceRuleOf).find((rule) => rule !== undefined);
    if (refusal !== undefined && refusal !== this.rule.id) addCount(this.tally.causes, refusal, 1);
  }

  #count(piece: Exchange | Series, as: keyof Pieces): void {
    this.tally[as] += 1;
    this.#place(piece, as);
  }

  #place(piece: Exchange | Series, as: keyof Pieces): void {
    for (const operation of this.#operationsOf(piece)) piecesOf(this.tally, operation)[as] += 1;
  }

  #operationsOf(piece: Exchange | Series): readonly string[] {
    return 'exchanges' in piece ? [...operationsIn(piece, this.rule)] : [piece.operation];
  }

  #record(
    findings: Iterable<Finding>,
    exchange: Exchange | undefined,
    series: Series | undefined,
  ): void {
    let count = 0;
    for (const finding of findings) {
      count += 1;
      if (count > LIMITS.findingsPerAnswer.value) return;
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
    if (kept.examples.length === EXAMPLES_KEPT) return;
    const example: Example = {
      finding: keptFinding(finding),
      ...(exchange === undefined ? {} : { exchange: keptExchange(exchange) }),
      ...(label === undefined ? {} : { label }),
      ...(series === undefined ? {} : { series: series.exchanges.map(keptExchange) }),
      ...(series !== undefined &&
        isRelay(series) && { upstream: series.upstream.map(keptUpstreamExchange) }),
    };
    kept.examples.push(example);
    this.#onExample?.(this.rule, example);
  }
}

function isOverSeveral(evidence: EvidenceKind): evidence is Exclude<EvidenceKind, ExchangeKind> {
  return ['key', 'job', 'series', 'relay', 'history'].includes(evidence);
}

/** Operations that a finding in a series can be counted in. */
function operationsIn({ exchanges }: Series, { operations }: Rule): ReadonlySet<string> {
  const names = new Set(exchanges.map(({ operation }) => operation));
  return names.size === 1 ? names : names.add(operations[0] ?? 'other');
}

/** The operation of every exchange of a series; undefined when it has several. */
function onlyOperationOf(series: Series | undefined): Exchange['operation'] | undefined {
  const [first, ...others] = new Set(series?.exchanges.map(({ operation }) => operation));
  return others.length === 0 ? first : undefined;
}

const WANTED: Record<ExchangeKind, string> = {
  answer: 'a whole 2xx answer with one body',
  stream: 'a whole 2xx event stream',
  reply: 'a whole 2xx answer',
  failure: 'a whole answer that is not 2xx',
  any: 'a whole answer',
  responded: 'a response, HTTP or not',
  sent: 'a request that Assay did not abort',
  begun: 'an answer that Assay did not abort',
  received: 'an answer, complete or not',
};

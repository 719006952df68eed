import { AssayDefect } from '../../conformance/assay-defect.ts';
import type { Relay, Series } from '../../conformance/evidence.ts';
import { type OnExample, RuleJudge } from '../../conformance/judge.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import type { Rule } from '../../conformance/rule.ts';
import { type Capabilities, exclusionOf } from '../../conformance/run/prerequisites.ts';
import type { Timekeeping } from '../../conformance/timekeeping.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Exchange, Group } from '../../exchange/exchange.ts';

/** Lets every rule that ordinary traffic can settle judge the exchanges and groups of a load run. */
export class LoadJudge {
  /** One for each rule that is judged, with its tally so far. */
  readonly judges: readonly RuleJudge[];
  readonly #broken = new Map<RuleJudge, string>();
  readonly #byOperation = new Map<Operation | 'other', readonly RuleJudge[]>();
  readonly #byKind: Readonly<Record<PieceKind, readonly RuleJudge[]>>;
  /** Exchanges with their whole body: one whose body was dropped is not judged. */
  exchanges = 0;

  /** @param options timekeeping is absent where all times count */
  constructor(
    rules: readonly Rule[],
    profile: ResolvedProfile,
    capabilities: Capabilities,
    options: { timekeeping?: Timekeeping; onExample?: OnExample | undefined } = {},
  ) {
    this.judges = rules
      .filter(isSettledByTraffic)
      .filter((rule) => exclusionOf(rule, profile, capabilities) === undefined)
      .map((rule) => {
        // Under load a request without an answer counts, as it does for the error rate.
        const { timekeeping: _, ...others } = options;
        return new RuleJudge(rule, profile.expect, rule.measuresTime === true ? options : others);
      });
    const ofKind = (kind: PieceKind) => this.judges.filter(({ rule }) => kindOf(rule) === kind);
    this.#byKind = {
      exchange: ofKind('exchange'),
      key: ofKind('key'),
      job: ofKind('job'),
      relay: ofKind('relay'),
    };
  }

  get findings(): number {
    return this.judges.reduce((sum, { tally }) => sum + tally.findings, 0);
  }

  /** Defects of rules, a sentence each. A rule that threw judges nothing more. */
  get failures(): readonly string[] {
    return [...this.#broken.values()];
  }

  /** @param by `run` when another thread judges by the rules that need one exchange only */
  exchange(exchange: Exchange, by: 'each' | 'run' = 'each'): void {
    if (exchange.answer === undefined || exchange.answer.body !== undefined) this.exchanges += 1;
    for (const judge of this.#judgesOf(exchange.operation)) {
      if (by === 'run' && isSharedOut(judge.rule)) continue;
      this.#let(judge, () => judge.judgeExchange(exchange));
    }
  }

  /** The exchanges of a key or of a job, or both ends. */
  series(kind: Group['kind'] | 'relay', series: Series | Relay): void {
    for (const judge of this.#byKind[kind]) {
      const { operations } = judge.rule;
      const isMeant = series.exchanges.some(
        ({ operation }) => operation !== 'other' && operations.includes(operation),
      );
      if (isMeant) this.#let(judge, () => judge.judgeSeries(series));
    }
  }

  #let(judge: RuleJudge, work: () => void): void {
    if (this.#broken.has(judge)) return;
    try {
      work();
    } catch (error) {
      if (!(error instanceof AssayDefect)) throw error;
      this.#broken.set(judge, error.message);
    }
  }

  #judgesOf(operation: Operation | 'other'): readonly RuleJudge[] {
    let judges = this.#byOperation.get(operation);
    if (judges === undefined) {
      judges = this.#byKind.exchange.filter(
        ({ rule }) => operation !== 'other' && rule.operations.includes(operation),
      );
      this.#byOperation.set(operation, judges);
    }
    return judges;
  }
}

/** What traffic gives to judge: one exchange, those of one key or of one job, or both ends. */
type PieceKind = 'exchange' | Group['kind'] | 'relay';

function kindOf({ evidence }: Rule): PieceKind {
  return evidence === 'key' || evidence === 'job' || evidence === 'relay' ? evidence : 'exchange';
}

/** Whether a rule does not depend on what its probe sent or scripted. */
function isSettledByTraffic(rule: Rule): boolean {
  if (rule.evidence === 'relay') return rule.alsoFrom?.includes('traffic') === true;
  return !['series', 'sent', 'history'].includes(rule.evidence);
}

/** Whether another thread may judge by it: the rule needs one exchange and nothing else. */
export function isSharedOut(rule: Rule): boolean {
  return !('fold' in rule) && rule.measuresTime !== true && rule.evidence !== 'relay';
}

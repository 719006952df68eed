import { isAfter, jobIn, type VideoStates } from '../answers/video-jobs.ts';
import type { History, Played, Series } from '../conformance/evidence.ts';
import type { Expectations } from '../conformance/expectations.ts';
import { isKeyed, jobsOf } from '../conformance/findings/played.ts';
import { type OnExample, RuleJudge } from '../conformance/judge.ts';
import type { Rule } from '../conformance/rule.ts';
import type { Timekeeping } from '../conformance/timekeeping.ts';
import type { Operation } from '../contract/operations.ts';

/** Lets every rule that does not depend on the probe of its evidence judge histories. */
export class Jury {
  readonly judges: readonly RuleJudge[];
  readonly #byOperation = new Map<Operation, readonly RuleJudge[]>();
  readonly #states: VideoStates;

  constructor(
    rules: readonly Rule[],
    expect: Expectations,
    options: { timekeeping?: Timekeeping | undefined; onExample?: OnExample | undefined } = {},
  ) {
    this.#states = expect.videoStates;
    this.judges = rules.filter(isForHistories).map((rule) => new RuleJudge(rule, expect, options));
  }

  /** @returns the rules that have findings in it */
  judge(history: History): readonly Rule[] {
    const before = this.judges.map(({ tally }) => tally.findings);
    for (const exchange of history.exchanges) {
      for (const judge of this.#of(exchange.operation)) judge.judgeExchange(exchange);
    }
    for (const { kind, series } of groupsIn(history, this.#states)) {
      for (const judge of this.judges) {
        if (judge.rule.evidence === kind && isAbout(judge.rule, series)) judge.judgeSeries(series);
      }
    }
    return this.judges
      .filter(({ tally }, at) => tally.findings > (before[at] ?? 0))
      .map(({ rule }) => rule);
  }

  #of(operation: Operation | 'other'): readonly RuleJudge[] {
    if (operation === 'other') return [];
    let judges = this.#byOperation.get(operation);
    if (judges === undefined) {
      judges = this.judges.filter(
        ({ rule }) => !isOfSeveral(rule) && rule.operations.includes(operation),
      );
      this.#byOperation.set(operation, judges);
    }
    return judges;
  }
}

/** Whether a rule judges what any probe, or none, sent. */
export function isForHistories({ evidence }: Rule): boolean {
  return evidence !== 'series' && evidence !== 'relay';
}

function isOfSeveral({ evidence }: Rule): boolean {
  return evidence === 'key' || evidence === 'job' || evidence === 'history';
}

function isAbout({ operations }: Rule, { exchanges }: Series): boolean {
  return exchanges.some(({ operation }) => operation !== 'other' && operations.includes(operation));
}

interface Group {
  readonly kind: 'key' | 'job' | 'history';
  readonly series: Series;
}

function groupsIn(history: History, states: VideoStates): readonly Group[] {
  const { played } = history;
  return [...keysIn(history), ...jobsIn(played, states), { kind: 'history', series: history }];
}

/** Equal requests with one key, of one tenant. */
function keysIn({ played, effectsByKey }: History): readonly Group[] {
  const keyed = played.filter((each) => isKeyed(each) && each.expected !== 'refused');
  const groups = Map.groupBy(keyed, ({ key, word, kind, exchange }) =>
    [key, word, kind, exchange.request.credential].join(' '),
  );
  return [...groups.values()].flatMap((members): readonly Group[] => {
    const [first] = members;
    if (first?.key === undefined || members.length === 1) return [];
    const { key, label } = first;
    const isOnly = keyed.every((other) => other.key !== key || members.includes(other));
    const effects = isOnly ? effectsByKey?.get(key) : undefined;
    const exchanges = members.map(({ exchange }) => exchange);
    return [
      { kind: 'key', series: { label, exchanges, ...(effects !== undefined && { effects }) } },
    ];
  });
}

/** A job with all that its own tenant did with it. */
function jobsIn(played: readonly Played[], states: VideoStates): readonly Group[] {
  return jobsOf(played).map(({ made, own }) => {
    const [ended] = own.filter((exchange) => jobIn(exchange, states)?.stage === 'completed');
    // The content of a job that has not ended says nothing.
    const settled = own.filter(
      (exchange) => exchange.operation !== 'other' || (ended && isAfter(exchange, ended)),
    );
    return { kind: 'job', series: { label: 'a job', exchanges: [made, ...settled] } };
  });
}

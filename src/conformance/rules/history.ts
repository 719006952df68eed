import { describeOutcome } from '../../answers/narrow.ts';
import { isTerminal, jobIn } from '../../answers/video-jobs.ts';
import { BILLABLE, isBillable } from '../../contract/operations.ts';
import { brokeUnanswered, type Exchange } from '../../exchange/exchange.ts';
import { countText } from '../../input/count-text.ts';
import { historyRule } from '../declare.ts';
import type { History, Played } from '../evidence.ts';
import { dispositionOf, isAccepted, isSettled } from '../findings/acceptance.ts';
import { type KeyedResult, overlap, resultOf } from '../findings/idempotent-results.ts';
import type { Finding, Probe } from '../rule.ts';

/** `assay explore` sends instead. */
const explored: Probe<'history'> = { name: 'explore', run: async () => [] };

export const historyAccepted = historyRule('history-accepted', {
  level: 'must',
  assumed: 'RFC 9110 §9.2: what a request means does not depend on others',
  statement:
    'A request that the interface allows, or that was accepted alone, is accepted whatever came before.',
  harm: 'A request that works today fails tomorrow, after others that have nothing to do with it.',
  provenBy: 'chat-temperature-zero',
  operations: BILLABLE,
  probe: explored,
  *judge({ played, accepted }) {
    for (const { expected, kind, key, of, exchange, label } of played) {
      const isMeant = expected === 'accepted' || (expected === 'either' && accepted.has(kind));
      if (!isMeant || key !== undefined || of !== undefined || isAccepted(exchange)) continue;
      if (!isSettled(exchange) && !brokeUnanswered(exchange)) continue;
      yield { expected: `2xx for ${label}`, actual: describeOutcome(exchange), exchange };
    }
  },
});

export const historyRefused = historyRule('history-refused', {
  level: 'must',
  assumed: 'RFC 9110 §15.5: a request with a mistake gets a 4xx status',
  statement: 'A request that the interface does not allow is refused with 4xx.',
  harm: 'A mistake that passes silently is found in the bill, or in the data.',
  provenBy: 'auth-accept-any-key',
  operations: BILLABLE,
  probe: explored,
  *judge({ played }) {
    for (const { expected, exchange, label } of played) {
      if (expected !== 'refused' || !isSettled(exchange)) continue;
      if (dispositionOf(exchange) === 'refused') continue;
      yield { expected: `4xx for ${label}`, actual: describeOutcome(exchange), exchange };
    }
  },
});

export const historyKeys = historyRule('history-keys', {
  level: 'must',
  assumed:
    'draft-ietf-httpapi-idempotency-key-header-07 §2; Herlihy and Wing 1990 (linearizability)',
  statement:
    'Some order of the requests with one key explains all of their answers: the first has an effect, equal ones get its result, others are refused.',
  harm: 'A retry is billed again, or gets the answer to another question.',
  provenBy: 'idem-no-replay',
  operations: BILLABLE,
  needs: ['idempotency'],
  settings: ['inFlightStatus', 'replayLagMs'],
  probe: explored,
  *judge(history, { inFlightStatus, replayLagMs }) {
    for (const scope of scopesOf(history).values()) {
      yield* otherResults(scope);
      yield* unexplainedConflicts(scope, inFlightStatus, replayLagMs);
    }
    yield* furtherEffects(history);
  },
});

export const historyTenants = historyRule('history-tenants', {
  level: 'must',
  assumed: 'OWASP API Security 2023, API1 and API2',
  statement: 'A job or a response of one tenant cannot be read, continued or cancelled by another.',
  harm: 'A customer reads what another one wrote, or stops the jobs that it pays for.',
  provenBy: 'vid-cross-tenant',
  operations: BILLABLE,
  needs: ['second-key'],
  probe: explored,
  *judge({ played }) {
    for (const { of, exchange, label } of played) {
      if (of === undefined || of.request.credential === exchange.request.credential) continue;
      if (isAccepted(exchange)) {
        yield { expected: `4xx for ${label}`, actual: describeOutcome(exchange), exchange };
      }
    }
  },
});

export const historyJobs = historyRule('history-jobs', {
  level: 'must',
  assumed: 'Herlihy and Wing 1990 (linearizability), applied to the states of a job',
  statement:
    'A job exists from its creation on, is cancelled only by its own tenant, and stays as it ended.',
  harm: 'A job that is paid for disappears, or is cancelled although its owner did not want that.',
  provenBy: 'vid-zombie',
  operations: ['video-read', 'video-cancel'],
  settings: ['videoStates'],
  probe: explored,
  *judge({ played }, { videoStates }) {
    for (const [made, about] of ofJobs(played)) {
      const own = about.filter(({ request }) => request.credential === made.request.credential);
      const cancels = own.filter(({ operation }) => operation === 'video-cancel');
      for (const exchange of own) {
        const view = jobIn(exchange, videoStates);
        const isLost = exchange.answer?.status === 404 && exchange.operation === 'video-read';
        const isRead = exchange.operation === 'video-read';
        if (isLost && cancels.length === 0) {
          yield { expected: 'the job', actual: describeOutcome(exchange), exchange };
        }
        const isAsked = cancels.some(({ timing }) => timing.sendMs < exchange.timing.endMs);
        if (isRead && view?.stage === 'cancelled' && !isAsked) {
          yield {
            expected: 'a job that its tenant did not cancel',
            actual: view.status,
            where: 'status',
            exchange,
          };
        }
      }
      yield* changesAfterEnd(own, videoStates);
    }
  },
});

function* changesAfterEnd(
  own: readonly Exchange[],
  states: Parameters<typeof jobIn>[1],
): Generator<Finding> {
  const views = own.flatMap((exchange) => jobIn(exchange, states) ?? []);
  for (const ended of views.filter(({ stage }) => isTerminal(stage))) {
    const later = views.find(
      ({ exchange, stage }) =>
        exchange.timing.sendMs >= ended.exchange.timing.endMs && stage !== ended.stage,
    );
    if (later === undefined) continue;
    const { exchange, status } = later;
    yield { expected: `still ${ended.status}`, actual: status, where: 'status', exchange };
    return;
  }
}

function ofJobs(played: readonly Played[]): ReadonlyMap<Exchange, readonly Exchange[]> {
  const jobs = new Map<Exchange, Exchange[]>();
  for (const { of, exchange } of played) {
    if (of?.operation !== 'video-create') continue;
    jobs.set(of, [...(jobs.get(of) ?? []), exchange]);
  }
  return jobs;
}

/** The requests of one tenant to one operation with one key. */
function scopesOf({ played }: History): ReadonlyMap<string, readonly Played[]> {
  const keyed = played.filter(
    ({ key, expected, exchange }) =>
      key !== undefined && expected !== 'refused' && isBillable(exchange.operation),
  );
  return Map.groupBy(keyed, ({ key, exchange }) =>
    [exchange.operation, exchange.request.credential, key].join(' '),
  );
}

/** Whether two requests of a scope ask for the same; undefined where gateways may differ. */
function isSame(one: Played, other: Played): boolean | undefined {
  if (one.word !== other.word) return false;
  if (one.kind === other.kind) return true;
  const isChanged = [one, other].some(({ changes }) => changes.length > 0);
  return isChanged ? false : undefined;
}

function* otherResults(scope: readonly Played[]): Generator<Finding> {
  const results = scope.flatMap((played) => {
    const result = resultOf(played.exchange);
    return result === undefined ? [] : [{ played, result }];
  });
  const first = results.reduce<(typeof results)[number] | undefined>(
    (early, each) =>
      early === undefined || endOf(each.result) < endOf(early.result) ? each : early,
    undefined,
  );
  for (const { played, result } of results) {
    if (first === undefined || result === first.result) continue;
    const { exchange } = played;
    const same = isSame(first.played, played);
    if (same === false) {
      yield {
        expected: `4xx for ${played.label} with the key of ${first.played.label}`,
        actual: describeOutcome(exchange),
        exchange,
      };
    } else if (same === true && result.id !== first.result.id) {
      yield {
        expected: `${first.result.id}, as at first`,
        actual: result.id,
        where: 'id',
        exchange,
      };
    }
  }
}

function endOf({ exchange }: KeyedResult): number {
  return exchange.timing.endMs;
}

/** Conflicts with a request that is in flight, although none was. */
function* unexplainedConflicts(
  scope: readonly Played[],
  inFlight: readonly number[],
  lagMs: number,
): Generator<Finding> {
  for (const played of scope) {
    const { exchange } = played;
    if (!inFlight.includes(exchange.answer?.status ?? 0)) continue;
    const isExplained = scope.some((other) => {
      if (other.exchange === exchange) return false;
      // What was abandoned may go on, and another request may be refused with that status.
      const mayGoOn = other.exchange.outcome !== 'answered' || isSame(other, played) !== true;
      const { sendMs } = exchange.timing;
      return (
        mayGoOn || overlap(other.exchange, exchange) || sendMs < other.exchange.timing.endMs + lagMs
      );
    });
    if (isExplained) continue;
    yield {
      expected: 'a result: no request with this key is in flight',
      actual: describeOutcome(exchange),
      exchange,
    };
  }
}

/** More effects of a key than tenants and operations that it was used with. */
function* furtherEffects({ played, effectsByKey }: History): Generator<Finding> {
  if (effectsByKey === undefined) return;
  for (const [key, effects] of effectsByKey) {
    const using = played.filter((each) => each.key === key && isBillable(each.exchange.operation));
    const most = new Set(
      using.map(({ exchange: { operation, request } }) => `${operation} ${request.credential}`),
    ).size;
    const exchange = using.at(-1)?.exchange;
    if (effects <= most || exchange === undefined) continue;
    yield {
      expected: `at most ${countText(most, 'effect')} of one key`,
      actual: countText(effects, 'effect'),
      exchange,
    };
  }
}

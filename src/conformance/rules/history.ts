import { describeOutcome } from '../../answers/narrow.ts';
import { sentBodyOf } from '../../answers/sent-body.ts';
import { isAfter, isTerminal, jobIn } from '../../answers/video-jobs.ts';
import { BILLABLE, isBillable } from '../../contract/operations.ts';
import { brokeUnanswered, type Exchange } from '../../exchange/exchange.ts';
import { countText } from '../../input/count-text.ts';
import { historyRule } from '../declare.ts';
import type { History, Played } from '../evidence.ts';
import type { Expectations } from '../expectations.ts';
import { dispositionOf, isAccepted, isSettled } from '../findings/acceptance.ts';
import { type KeyedResult, overlap, resultOf } from '../findings/idempotent-results.ts';
import { isKeyed, jobsOf } from '../findings/played.ts';
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
  settings: ['storedResponses'],
  probe: explored,
  *judge({ played, accepted }, { storedResponses }) {
    if (storedResponses === 'offered') yield* lostResponses(played);
    for (const { expected, kind, key, of, exchange, label } of played) {
      const isMeant = expected === 'accepted' || (expected === 'either' && accepted.has(kind));
      if (!isMeant || key !== undefined || of !== undefined || isAccepted(exchange)) continue;
      if (!isSettled(exchange) && !gotNothing(exchange)) continue;
      yield { expected: `2xx for ${label}`, actual: describeOutcome(exchange), exchange };
    }
  },
});

/** Responses that their own tenant cannot continue, although they are stored. */
function* lostResponses(played: readonly Played[]): Generator<Finding> {
  for (const { of, exchange, label, expected } of played) {
    const isOwn = of && tenantOf(of.request) === tenantOf(exchange.request);
    if (of?.operation !== 'responses' || !isOwn || expected === 'refused') continue;
    if (dispositionOf(exchange) !== 'refused') continue;
    const { store } = sentBodyOf(of)?.body ?? {};
    if (store === false) continue;
    yield { expected: `2xx for ${label}`, actual: describeOutcome(exchange), exchange };
  }
}

export const historyRefused = historyRule('history-refused', {
  level: 'must',
  assumed: 'RFC 9110 §15.5: a request with a mistake gets a 4xx status',
  statement: 'A request that the interface does not allow is refused with 4xx.',
  harm: 'A mistake that passes silently is found in the bill, or in the data.',
  provenBy: 'auth-accept-any-key',
  operations: BILLABLE,
  probe: explored,
  *judge({ played }) {
    for (const { expected, key, exchange, label } of played) {
      if (expected !== 'refused' || dispositionOf(exchange) === 'refused') continue;
      const isLost = key === undefined && gotNothing(exchange);
      if (!isSettled(exchange) && !isLost) continue;
      yield { expected: `4xx for ${label}`, actual: describeOutcome(exchange), exchange };
    }
  },
});

export const historyServed = historyRule('history-served', {
  level: 'must',
  assumed: 'RFC 9110 §15.6: a 5xx status says that the server failed',
  statement:
    'A request that the interface leaves open is answered, and not with a 5xx status, unless its model fails.',
  harm: 'A client retries a 5xx, and an operator is called for what is only an odd request.',
  provenBy: 'chat-unknown-field-500',
  operations: BILLABLE,
  probe: explored,
  *judge({ played }) {
    for (const { expected, mayFail, key, exchange, label } of played) {
      if (expected !== 'either' || mayFail) continue;
      const status = isSettled(exchange) ? (exchange.answer?.status ?? 0) : 0;
      const isLost = key === undefined && gotNothing(exchange);
      if ((status < 500 || status === NOT_IMPLEMENTED) && !isLost) continue;
      yield { expected: `2xx or 4xx for ${label}`, actual: describeOutcome(exchange), exchange };
    }
  },
});

const NOT_IMPLEMENTED = 501;

/** No answer, although the sender waited for it. A gateway may close a connection that it has kept. */
function gotNothing(exchange: Exchange): boolean {
  const isKept = exchange.onSameConnection === true;
  return (brokeUnanswered(exchange) && !isKept) || exchange.outcome === 'timed-out';
}

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
    for (const [name, scope] of scopesOf(history)) {
      // A gateway may take a key for one of all operations, and refuse it at the others.
      const elsewhere = othersOf(history, name);
      yield* otherResults(scope);
      yield* unexplainedConflicts(scope, elsewhere, { inFlightStatus, replayLagMs });
      yield* unexplainedRefusals(scope, elsewhere, inFlightStatus);
    }
    yield* sharedResults(history);
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
    for (const { own } of jobsOf(played)) {
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

/** The requests of one tenant to one operation with one key. */
function scopesOf({ played }: History): ReadonlyMap<string, readonly Played[]> {
  return Map.groupBy(played.filter(isKeyed), scopeOf);
}

/** Those of other operations with the key of a scope. */
function othersOf({ played }: History, scope: string): readonly Played[] {
  return played.filter(
    (each) => isKeyed(each) && scopeOf(each) !== scope && scope.endsWith(ownerOf(each)),
  );
}

function scopeOf(played: Played): string {
  return `${played.exchange.operation} ${ownerOf(played)}`;
}

function ownerOf({ key, exchange }: Played): string {
  return `${tenantOf(exchange.request)} ${key}`;
}

/** Only the first tenant carries its key in other ways. */
function tenantOf({ credential }: Exchange['request']): string {
  return credential === 'carried' ? 'first' : credential;
}

/** Whether two requests of a scope ask for the same; undefined where gateways may differ. */
function isSame(one: Played, other: Played): boolean | undefined {
  if (one.word !== other.word) return false;
  if (one.meaning === other.meaning) return true;
  const isChanged = [one, other].some(({ changes }) => changes.length > 0);
  return isChanged ? false : undefined;
}

function resultsIn(scope: readonly Played[]) {
  return scope.flatMap((played) => {
    const result = played.expected === 'refused' ? undefined : resultOf(played.exchange);
    return result === undefined ? [] : [{ played, result }];
  });
}

function* otherResults(scope: readonly Played[]): Generator<Finding> {
  const results = resultsIn(scope);
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
  elsewhere: readonly Played[],
  { inFlightStatus, replayLagMs }: Pick<Expectations, 'inFlightStatus' | 'replayLagMs'>,
): Generator<Finding> {
  for (const played of scope) {
    const { exchange, expected } = played;
    if (!inFlightStatus.includes(exchange.answer?.status ?? 0) || expected === 'refused') continue;
    const isExplained = [...scope, ...elsewhere].some((other) => {
      if (other.exchange === exchange || isAfter(other.exchange, exchange)) return false;
      // What was abandoned may go on, and another request may be refused with that status.
      const mayGoOn = other.exchange.outcome !== 'answered' || isSame(other, played) !== true;
      const { sendMs } = exchange.timing;
      return (
        mayGoOn ||
        overlap(other.exchange, exchange) ||
        sendMs < other.exchange.timing.endMs + replayLagMs
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

/**
 * Refusals that no order of the effects explains: at the time of each, the key must have been that of another
 * request. The one with the results has it for good; one whose answer was lost, or is left open by the contract,
 * may have had it before.
 */
function* unexplainedRefusals(
  scope: readonly Played[],
  elsewhere: readonly Played[],
  inFlight: readonly number[],
): Generator<Finding> {
  const results = resultsIn(scope).map(({ played }) => played);
  const isMeant = ({ expected, exchange }: Played) =>
    expected === 'accepted' && dispositionOf(exchange) === 'refused';
  const isConflict = ({ exchange }: Played) => inFlight.includes(exchange.answer?.status ?? 0);
  const refusals = scope.filter((each) => isMeant(each) && !isConflict(each));
  const isLost = (each: Played) =>
    !results.includes(each) && !refusals.includes(each) && !isConflict(each);
  const lost = [...scope.filter(isLost), ...elsewhere];
  /** From when on the key may have been that of a lost request. */
  const lostFrom = (refusal: Played) =>
    Math.min(...lost.filter((each) => isSame(each, refusal) !== true).map(sendOf));
  const [first] = results;
  const latest = Math.min(...results.map(({ exchange }) => exchange.timing.endMs));
  const ofOwner = refusals.filter((each) => first && isSame(first, each) === true);
  // A refusal of what has the result later comes before that one has the key.
  const earliest = ofOwner.map((each) => Math.max(sendOf(each), lostFrom(each)));
  const ownedFrom = Math.max(Math.min(...results.map(sendOf)), ...earliest);
  for (const refusal of refusals) {
    const { exchange, label } = refusal;
    const { endMs } = exchange.timing;
    const isBefore = lostFrom(refusal) < endMs;
    const isExplained = ofOwner.includes(refusal)
      ? isBefore && Math.max(sendOf(refusal), lostFrom(refusal)) < latest
      : isBefore || (first !== undefined && ownedFrom < endMs);
    if (isExplained) continue;
    yield { expected: `2xx for ${label}`, actual: describeOutcome(exchange), exchange };
  }
}

function sendOf({ exchange }: Played): number {
  return exchange.timing.sendMs;
}

/** Results of requests that have nothing in common but may be equal. */
function* sharedResults({ played }: History): Generator<Finding> {
  const owners = new Map<string, string>();
  for (const [at, { exchange, key, expected }] of played.entries()) {
    const { operation, request } = exchange;
    if (!isBillable(operation) || expected === 'refused') continue;
    const id = resultOf(exchange)?.id;
    if (id === undefined) continue;
    const owner = [operation, tenantOf(request), key ?? at].join(' ');
    const known = owners.get(id);
    if (known === undefined) owners.set(id, owner);
    else if (known !== owner) {
      yield { expected: 'a result of its own', actual: id, where: 'id', exchange };
    }
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

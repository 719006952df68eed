import { BILLABLE, isBillable, RELAYED } from '../../../contract/operations.ts';
import { type Exchange, idempotencyKeyOf, isSuccess } from '../../../exchange/exchange.ts';
import { relayRule } from '../../declare.ts';
import type { Relay } from '../../evidence.ts';
import { attemptCount, needAttempts, needUpstreamState } from '../../findings/attempts.ts';
import { resultsOf } from '../../findings/idempotent-results.ts';
import {
  callCount,
  callsOf,
  isServed,
  needCalls,
  requestsText,
} from '../../findings/upstream-calls.ts';
import { requestsInTurn } from '../../probes/relay/answers.ts';
import { closedConnections } from '../../probes/relay/connections.ts';
import { failingUpstream } from '../../probes/relay/failures.ts';
import {
  racedKeys,
  refusedUpstream,
  relayedRequests,
  relayedRetries,
  tenantsKeys,
} from '../../probes/relay/requests.ts';
import { appliesTo, type Finding, need } from '../../rule.ts';

export const relayOneCall = relayRule('relay-one-call', {
  level: 'must',
  assumed: 'billing: a provider charges for each request',
  statement: 'A request that succeeds upstream makes exactly one upstream request.',
  harm: 'A second request upstream is a second bill for one answer.',
  provenBy: 'relay-double-send',
  operations: BILLABLE,
  alsoFrom: ['traffic'],
  probe: relayedRequests,
  *judge(relay) {
    const [exchange, again] = relay.exchanges;
    appliesTo(again === undefined, 'one request, without its retries');
    need(exchange && isSuccess(exchange.answer), 'a 2xx answer');
    const calls = needCalls(relay);
    need(calls.every(isServed), 'an upstream without failures');
    yield* otherThanOneCall(relay, exchange);
  },
});

/** @param what the call is for, as in ` for 2 requests with one key` */
function* otherThanOneCall(
  relay: Relay,
  exchange: Exchange | undefined,
  what = '',
): Iterable<Finding> {
  const count = callCount(relay);
  if (count === 1) return;
  yield { expected: `1 upstream request${what}`, actual: requestsText(count), exchange };
}

export const relayRetryBounded = relayRule('relay-retry-bounded', {
  level: 'must',
  assumed:
    'Google SRE Book, Addressing Cascading Failures, Retries; Amazon Builders’ Library, Timeouts, retries and backoff',
  statement:
    'An upstream that keeps failing gets a limited number of attempts, and the caller gets an answer in time.',
  harm: 'Retries multiply the load of a failing provider, which then does not recover.',
  provenBy: 'relay-retry-storm',
  operations: RELAYED,
  settings: ['upstreamAttempts', 'answerDeadlineMs'],
  probe: failingUpstream,
  *judge(relay, expect) {
    const [exchange] = relay.exchanges;
    const statuses = needAttempts(relay).flatMap(({ answer }) => answer.status ?? []);
    const failing = statuses.at(-1) ?? 'a reset';
    appliesTo(exchange && statuses.every(isPassing), 'an upstream that keeps failing');
    // A gateway may read a job for itself, however often: its caller did not cause it.
    needUpstreamState(exchange);
    const count = attemptCount(relay);
    if (count > expect.upstreamAttempts) {
      yield {
        expected: `at most ${requestsText(expect.upstreamAttempts)} for ${failing} of the upstream`,
        actual: requestsText(count),
        exchange,
      };
    }
    if (exchange.outcome !== 'timed-out') return;
    yield {
      expected: `an answer within ${expect.answerDeadlineMs} ms`,
      actual: `no answer, with ${requestsText(count)}`,
      exchange,
    };
  },
});

/** A failure that can pass: a retry may help. */
function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}

/** The same request gets the same refusal. */
const FINAL = [400, 401, 403, 404, 413, 422];

export const relayRetryOnlySafe = relayRule('relay-retry-only-safe', {
  level: 'should',
  assumed: 'billing: a provider charges for each request; RFC 9110 §15.5',
  statement:
    'The gateway does not retry a request that the upstream refused with 400, 401, 403, 404, 413 or 422.',
  harm: 'A retry of a refused request costs time, quota and sometimes money, without success.',
  provenBy: 'relay-retry-400',
  operations: BILLABLE,
  probe: failingUpstream,
  *judge(relay) {
    const [exchange, again] = relay.exchanges;
    // A read of a job costs nothing.
    appliesTo(exchange && isBillable(exchange.operation), 'a billable request');
    const [first] = needCalls(relay);
    const status = first?.answer.status ?? 0;
    appliesTo(FINAL.includes(status) && again === undefined, 'another answer of the upstream');
    yield* otherThanOneCall(relay, exchange, ` for ${status} of the upstream`);
  },
});

export const relayNoCallWhenRefused = relayRule('relay-no-call-when-refused', {
  level: 'must',
  assumed: 'billing: a provider charges for each request',
  statement: 'A request that the gateway refuses makes no upstream request.',
  harm: "A refusal that the provider has already billed lets anyone spend the money of the gateway's owner.",
  provenBy: 'relay-call-before-auth',
  operations: BILLABLE,
  probe: refusedUpstream,
  *judge(relay) {
    const statuses = relay.exchanges.map(({ answer }) => answer?.status ?? 0);
    const isRefused = statuses.every((status) => status >= 400 && status < 500);
    need(isRefused, 'only refusals (4xx)');
    const calls = callsOf(relay);
    const answered = calls.filter(({ answer }) => isSuccess({ status: answer.status ?? 0 }));
    // A refusal that the upstream itself gave was passed on.
    need(calls.length === answered.length, 'a refusal by the gateway itself');
    const count = answered.length + relay.open;
    if (count === 0) return;
    const [exchange] = relay.exchanges;
    yield {
      expected: `no upstream request for a refusal with ${statuses[0]}`,
      actual: requestsText(count),
      exchange,
    };
  },
});

export const relayReplayMakesNoCall = relayRule('relay-replay-makes-no-call', {
  level: 'must',
  assumed: 'interface §Authentication 3; Stripe, idempotent requests',
  statement: 'A retry with the Idempotency-Key of a 2xx answer makes no upstream request.',
  harm: 'The caller sees a replay, but the provider bills the retry again.',
  provenBy: 'relay-replay-calls',
  operations: BILLABLE,
  needs: ['idempotency'],
  alsoFrom: ['traffic'],
  probe: relayedRetries,
  *judge(relay) {
    const [first] = relay.exchanges;
    const key = first && idempotencyKeyOf(first);
    appliesTo(key !== undefined, 'a request with an Idempotency-Key');
    const results = resultsOf(relay);
    need(results.length > 1, 'a 2xx answer and its replay');
    needCalls(relay);
    const all = ` for ${relay.exchanges.length} requests with one key`;
    yield* otherThanOneCall(relay, results.at(-1)?.exchange, all);
  },
});

export const relayConcurrentKeyOneCall = relayRule('relay-concurrent-key-one-call', {
  level: 'must',
  assumed: 'interface §Authentication 3; Stripe, idempotent requests',
  statement: 'Concurrent requests with one Idempotency-Key make one upstream request.',
  harm: 'Impatient clients retry while the first request runs: each retry is billed.',
  provenBy: 'relay-key-race',
  operations: ['chat'],
  needs: ['idempotency'],
  probe: racedKeys,
  *judge(relay) {
    const { exchanges } = relay;
    const answered = exchanges.find(({ answer }) => isSuccess(answer));
    need(answered, 'a 2xx answer');
    needCalls(relay);
    const all = ` for ${exchanges.length} concurrent requests with one key`;
    yield* otherThanOneCall(relay, answered, all);
  },
});

export const relayKeyPerTenant = relayRule('relay-key-per-tenant', {
  level: 'must',
  assumed: 'interface §Authentication 3: a key is of one caller',
  statement:
    'A request of another tenant with the same Idempotency-Key makes its own upstream request.',
  harm: 'One tenant gets the answer that was made for another.',
  provenBy: 'relay-key-shared',
  operations: ['chat'],
  needs: ['idempotency', 'second-key'],
  probe: tenantsKeys,
  *judge(relay) {
    const { exchanges } = relay;
    need(
      exchanges.every(({ answer }) => isSuccess(answer)),
      'a 2xx answer for each tenant',
    );
    needCalls(relay);
    const count = callCount(relay);
    if (count >= exchanges.length) return;
    const exchange = exchanges.at(-1);
    yield { expected: requestsText(exchanges.length), actual: requestsText(count), exchange };
  },
});

const LEAST_REQUESTS = 5;

/** One in ten may need a new connection. */
const SHARE = 0.9;

export const relayConnectionsReused = relayRule('relay-connections-reused', {
  level: 'may',
  assumed: 'RFC 9112 §9.3: connections are persistent by default; cost: a handshake takes time',
  statement: 'Nine of ten successive requests reuse a connection to the upstream.',
  harm: 'A new connection, with its TLS handshake, costs a round trip or three before each first token.',
  provenBy: 'relay-close-each',
  operations: ['chat', 'responses'],
  probe: requestsInTurn,
  *judge(relay) {
    const calls = needCalls(relay);
    need(calls.length >= LEAST_REQUESTS, `${LEAST_REQUESTS} upstream requests in succession`);
    const reused = calls.filter(({ nthOnConnection }) => nthOnConnection > 1).length;
    const least = Math.floor(calls.length * SHARE);
    if (reused >= least) return;
    yield {
      expected: `at least ${least} of ${calls.length} upstream requests on a connection that was used before`,
      actual: `${reused}`,
    };
  },
});

export const relayStaleConnection = relayRule('relay-stale-connection', {
  level: 'should',
  assumed: 'RFC 9112 §9.3.1; RFC 9110 §9.2.2: an idempotent request can be sent again',
  statement:
    'A pooled connection that the upstream closed while it was idle causes no error for the caller.',
  harm: 'Providers close idle connections all day: each time, a caller sees an error that no retry needed.',
  provenBy: 'relay-stale-502',
  operations: ['chat', 'video-read'],
  probe: closedConnections,
  *judge({ exchanges, upstream }) {
    const [first, next, again] = exchanges;
    const [served, ...others] = upstream;
    need(first && isSuccess(first.answer) && served, 'a first request with a 2xx answer');
    need(next, 'a request after it');
    need(
      again === undefined || isSuccess(again.answer),
      'a read that succeeds',
      'video-read-accepted',
    );
    const later = others.filter(({ request }) => request.receivedMs <= next.timing.endMs);
    if (isSuccess(next.answer)) {
      const isFresh = later.every(({ nthOnConnection }) => nthOnConnection === 1);
      need(later.length > 0 && isFresh, 'a request that did not find another idle connection');
      return;
    }
    need(later.length === 0, 'a request that did not reach the upstream');
    yield {
      expected: 'an answer of the upstream, over a new connection',
      actual: next.answer === undefined ? next.outcome : `status ${next.answer.status}`,
      exchange: next,
    };
  },
});

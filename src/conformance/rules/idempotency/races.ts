import { describeOutcome, narrow } from '../../../answers/narrow.ts';
import { isSameRefusal } from '../../../answers/refusal.ts';
import { BILLABLE } from '../../../contract/operations.ts';
import { idempotencyKeyOf } from '../../../exchange/exchange.ts';
import { countText } from '../../../input/count-text.ts';
import { keyRule, seriesRule } from '../../declare.ts';
import { dispositionOf, isAccepted, isSettled } from '../../findings/acceptance.ts';
import { resultDifferences } from '../../findings/differences.ts';
import {
  type KeyedResult,
  overlap,
  resultOf,
  resultsOf,
} from '../../findings/idempotent-results.ts';
import { failedKeys, keyRaces, lostConnections } from '../../probes/retries.ts';
import { type Finding, need } from '../../rule.ts';

export const idempotencyConcurrentOneEffect = keyRule('idempotency-concurrent-one-effect', {
  level: 'must',
  assumed: 'draft-ietf-httpapi-idempotency-key-header-07 §2.6, Concurrent Request',
  statement: 'Concurrent requests with the same key never get two different results.',
  harm: "Retries overlap if a client's time-out is shorter than the answer, or if a proxy sends a request twice. A gateway that checks the key first and stores it later produces and bills both.",
  provenBy: 'idem-check-then-set',
  operations: BILLABLE,
  needs: ['idempotency'],
  probe: keyRaces,
  *judge(series) {
    const results = resultsOf(series).filter(({ exchange }) =>
      series.exchanges.some((other) => other !== exchange && overlap(exchange, other)),
    );
    need(results.length > 0, 'a 2xx answer to one of several concurrent requests');
    const identified = results.some(({ id }) => id !== undefined);
    const { effects } = series;
    let found = 0;
    for (const finding of results.flatMap((result, index) =>
      another(results.slice(0, index), result),
    )) {
      found += 1;
      yield finding;
    }
    if (found > 0) return;
    need(identified || effects !== undefined, 'a ledger, because the answers have no id');
    const [exchange] = results.slice(-1).map((result) => result.exchange);
    if (!identified && effects !== undefined && effects > 1) {
      yield { expected: '1 effect', actual: countText(effects, 'effect'), exchange };
    }
  },
});

/** What makes two results different. The time of creation may be that of the answer. */
const CONTENT: ReadonlySet<string> = new Set(['choices', 'output', 'output_text', 'data', 'text']);

/** The first earlier result that overlapped with this one and differs from it. */
function another(earlier: readonly KeyedResult[], result: KeyedResult): readonly Finding[] {
  const { id, exchange } = result;
  const beside = earlier.filter((before) => overlap(before.exchange, exchange));
  const other = beside.find((before) => (before.id ?? id) !== (id ?? before.id));
  if (other !== undefined) {
    return [{ expected: `${other.id}, or in flight`, actual: id, where: 'id', exchange }];
  }
  const differences = beside
    .filter((before) => before.id === id)
    .flatMap((before) => [...resultDifferences(before, result)]);
  return differences.filter(({ where = '' }) => CONTENT.has(where)).slice(0, 1);
}

export const idempotencyInFlight = keyRule('idempotency-in-flight', {
  level: 'should',
  assumed: 'draft-ietf-httpapi-idempotency-key-header-07 §2.7 (409 Conflict)',
  statement:
    'A retry while the first request is in flight returns 409, or waits for the same result.',
  harm: 'A client takes a 500 for a failure and starts again with another key, while the first request goes on.',
  provenBy: 'idem-in-flight-500',
  operations: BILLABLE,
  needs: ['idempotency'],
  settings: ['inFlightStatus'],
  probe: keyRaces,
  *judge(series, expect) {
    const results = resultsOf(series);
    const first = firstNamed(results);
    const beside = series.exchanges.filter(
      (exchange) =>
        exchange.outcome === 'answered' &&
        results.some(
          (result) => result.exchange !== exchange && overlap(result.exchange, exchange),
        ),
    );
    need(
      first && beside.length > 0,
      'an answer to a retry that overlapped with a request that returned 2xx',
    );

    for (const exchange of beside) {
      const { status = 0 } = exchange.answer ?? {};
      // "Too busy" says nothing about the key.
      if (status === 429 || status === 503 || expect.inFlightStatus.includes(status)) continue;
      const result = resultOf(exchange);
      if (result !== undefined) {
        // Two results of one moment may differ in their second by chance.
        yield* resultDifferences(first, result).filter(({ where }) => where !== 'created');
        continue;
      }
      const expected = `${expect.inFlightStatus.join(' or ')}, or the result`;
      const actual = status < 300 ? describeOutcome(exchange) : `status ${status}`;
      yield { expected, actual, exchange };
    }
  },
});

/** The result that the others are compared with: the first that has an id, if any has one. */
function firstNamed(results: readonly KeyedResult[]): KeyedResult | undefined {
  return results.find(({ id }) => id !== undefined) ?? results[0];
}

export const idempotencyAfterDisconnect = seriesRule('idempotency-after-disconnect', {
  level: 'must',
  assumed: 'Stripe, idempotent requests: "safely retry"; the reason that the header exists',
  statement:
    'After a client lost its connection, its retries with the same key end in a whole answer, or, for a stream, in the refusal that a finished stream gets too.',
  harm: 'Idempotency keys exist for lost connections: if the gateway keeps the lock of the lost request, its client never gets the answer.',
  provenBy: 'idem-lock-leak',
  operations: ['chat'],
  needs: ['idempotency'],
  settings: ['inFlightStatus', 'recoveryDeadlineMs'],
  measuresTime: true,
  probe: lostConnections,
  *judge({ exchanges }, expect) {
    const [left] = exchanges;
    need(left?.outcome === 'aborted', 'a request whose client disconnected before the answer');
    const retries = exchanges
      .slice(1)
      .filter((exchange) => idempotencyKeyOf(exchange) === idempotencyKeyOf(left));
    const [plain, replay] = exchanges.filter(
      (exchange) => idempotencyKeyOf(exchange) !== idempotencyKeyOf(left),
    );
    const last = retries.at(-1);
    need(last, 'a retry');
    const status = last.answer?.status ?? 0;
    const inFlight = expect.inFlightStatus.includes(status);
    // A gateway that refuses the same request under another key too does not refuse the retry.
    const isOwn = dispositionOf(last) !== 'refused' || inFlight || (plain && isAccepted(plain));
    need(isOwn, `an answer other than a refusal of the request itself: ${status}`);
    // Whether a stream is replayed at all is a question of `idempotency-stream-replay`.
    const isStream = plain !== undefined && narrow('stream', plain) !== undefined;
    if (isStream && replay && isSameRefusal(last, replay)) return;

    if (dispositionOf(last) !== 'accepted') {
      yield {
        expected: `a whole 2xx answer within ${expect.recoveryDeadlineMs} ms`,
        actual: `${retries.length} retries, the last: ${describeOutcome(last)}`,
        exchange: last,
      };
    }
  },
});

export const idempotencyFailureNotStuck = seriesRule('idempotency-failure-not-stuck', {
  level: 'should',
  assumed: 'Stripe v1 (failures are replayed) and v2 (failures are tried again)',
  statement: 'A failed request no longer counts as in flight when it is retried.',
  harm: 'After one failure the request can never be retried: its caller waits for a lock that no request owns.',
  provenBy: 'idem-5xx-wedges',
  operations: ['chat'],
  needs: ['idempotency', 'failure-trigger'],
  settings: ['inFlightStatus'],
  probe: failedKeys,
  *judge({ exchanges: [first, again, other] }, expect) {
    const status = first?.answer?.status ?? 0;
    const failed = first?.outcome === 'answered' && status >= 400;
    need(failed && !expect.inFlightStatus.includes(status), 'a request that fails');
    const expected = `status ${status} again, or a new try`;
    if (again?.outcome === 'timed-out') {
      need(other && isSettled(other), 'an answer to the same request with another key');
      yield { expected, actual: describeOutcome(again), exchange: again };
      return;
    }
    need(again?.outcome === 'answered', 'an answer to the retry');

    const later = again.answer?.status ?? 0;
    if (expect.inFlightStatus.includes(later)) {
      yield { expected, actual: `status ${later}`, exchange: again };
    }
  },
});

import { describeOutcome } from '../../../answers/narrow.ts';
import { BILLABLE } from '../../../contract/operations.ts';
import { resultDifferences } from '../../findings/differences.ts';
import { type KeyedResult, overlap, resultsOf } from '../../findings/idempotent-results.ts';
import { keyRaces } from '../../probes/key-races.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A client takes a 500 for a failure and starts again with another key, while the first request
 * goes on.
 */
export const idempotencyInFlight: JudgeRule<'key'> = {
  id: 'idempotency-in-flight',
  level: 'should',
  provenance: 'assumed',
  source: 'draft-ietf-httpapi-idempotency-key-header-07 §2.7 (409 Conflict)',
  statement:
    'A retry while the first request is in flight returns 409, or waits for the same result.',
  provenBy: 'idem-in-flight-500',
  evidence: 'key',
  operations: BILLABLE,
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
      const result = results.find((each) => each.exchange === exchange);
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
};

/** The result that the others are compared with: the first that has an id, if any has one. */
function firstNamed(results: readonly KeyedResult[]): KeyedResult | undefined {
  return results.find(({ id }) => id !== undefined) ?? results[0];
}

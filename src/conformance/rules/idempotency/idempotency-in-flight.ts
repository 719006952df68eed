import { overlap, resultsOf } from '../../keyed-results.ts';
import { BILLABLE } from '../../probes/billable.ts';
import { keyRaces } from '../../probes/key-races.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client takes a 500 for a failure and starts anew with another key, while the first goes on. */
export const idempotencyInFlight: JudgeRule<'key'> = {
  id: 'idempotency-in-flight',
  level: 'should',
  provenance: 'assumed',
  source: 'draft-ietf-httpapi-idempotency-key-header-07 §2.7 (409 Conflict)',
  statement:
    'A retry while the first request is in flight is answered 409, or waits for the same result.',
  provenBy: 'idem-in-flight-500',
  evidence: 'key',
  operations: BILLABLE,
  probe: keyRaces,

  *judge(series, expect) {
    const results = resultsOf(series).map(({ exchange }) => exchange);
    const beside = series.exchanges.filter(
      (exchange) =>
        exchange.outcome === 'answered' &&
        results.some((result) => result !== exchange && overlap(result, exchange)),
    );
    need(beside.length > 0, 'an answer beside a 2xx answer that was in flight with it');

    for (const exchange of beside) {
      const status = exchange.answer?.status ?? 0;
      const success = status >= 200 && status < 300;
      // Too busy is no answer to the question.
      if (success || status === 429 || status === 503) continue;
      if (expect.inFlightStatus.includes(status)) continue;
      const expected = `${expect.inFlightStatus.join(' or ')}, or the result`;
      yield { expected, actual: `status ${status}`, exchange };
    }
  },
};

import { overlap, resultsOf } from '../../keyed-results.ts';
import { BILLABLE } from '../../probes/billable.ts';
import { keyRaces } from '../../probes/key-races.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * Retries meet when a client's time-out is shorter than the answer, or a proxy sends a request
 * twice: a gateway that looks first and stores later makes and bills both.
 */
export const idempotencyConcurrentOneEffect: JudgeRule<'key'> = {
  id: 'idempotency-concurrent-one-effect',
  level: 'must',
  provenance: 'assumed',
  source: 'draft-ietf-httpapi-idempotency-key-header-07 §2.6, Concurrent Request',
  statement: 'Requests with one key that are in flight together never come to two results.',
  provenBy: 'idem-check-then-set',
  evidence: 'key',
  operations: BILLABLE,
  probe: keyRaces,

  *judge(series) {
    const results = resultsOf(series).filter(({ exchange }) =>
      series.exchanges.some((other) => other !== exchange && overlap(exchange, other)),
    );
    need(
      results.length > 0,
      'a 2xx answer to one of several requests that were in flight together',
    );
    const identified = results.filter(({ id }) => id !== undefined);
    const { effects } = series;
    need(identified.length > 0 || effects !== undefined, 'a ledger, for answers that carry no id');

    for (const [index, { id, exchange }] of identified.entries()) {
      const other = identified
        .slice(0, index)
        .find((before) => before.id !== id && overlap(before.exchange, exchange));
      if (other !== undefined) {
        yield { expected: `${other.id}, or in flight`, actual: id, where: 'id', exchange };
      }
    }
    const [exchange] = results.slice(-1).map((result) => result.exchange);
    if (identified.length === 0 && effects !== undefined && effects > 1) {
      yield { expected: '1 effect', actual: `${effects} effects`, ...(exchange && { exchange }) };
    }
  },
};

import { BILLABLE } from '../../../contract/operations.ts';
import { countText } from '../../../input/count-text.ts';
import { resultDifferences } from '../../findings/differences.ts';
import { type KeyedResult, overlap, resultsOf } from '../../findings/idempotent-results.ts';
import { keyRaces } from '../../probes/key-races.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

/**
 * Retries overlap if a client's time-out is shorter than the answer, or if a proxy sends a request
 * twice. A gateway that checks the key first and stores it later produces and bills both.
 */
export const idempotencyConcurrentOneEffect: JudgeRule<'key'> = {
  id: 'idempotency-concurrent-one-effect',
  level: 'must',
  provenance: 'assumed',
  source: 'draft-ietf-httpapi-idempotency-key-header-07 §2.6, Concurrent Request',
  statement: 'Concurrent requests with the same key never get two different results.',
  provenBy: 'idem-check-then-set',
  evidence: 'key',
  operations: BILLABLE,
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
      yield {
        expected: '1 effect',
        actual: countText(effects, 'effect'),
        ...(exchange && { exchange }),
      };
    }
  },
};

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

import { BILLABLE } from '../../../contract/operations.ts';
import { countText } from '../../../input/count-text.ts';
import { answeredAfter, firstResult, resultsOf } from '../../findings/idempotent-results.ts';
import { billableRetries } from '../../probes/key-retries.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Clients send their key with every POST: an endpoint that ignores it bills a retry again. */
export const idempotencyEveryBillablePost: JudgeRule<'series'> = {
  id: 'idempotency-every-billable-post',
  level: 'must',
  provenance: 'assumed',
  source:
    'interface §Endpoints ("Billable POST endpoints accept the optional Idempotency-Key header"); that all five are billable is assumed',
  statement:
    'Each of the five POST operations treats a retry with the same key as the same request.',
  provenBy: 'idem-chat-only',
  evidence: 'series',
  operations: BILLABLE,
  probe: billableRetries,

  *judge(series) {
    const first = firstResult(series);
    need(first, 'a 2xx answer that a retry can repeat');
    const later = answeredAfter(series, first.exchange);
    const retries = resultsOf(series).filter(({ exchange }) => later.includes(exchange));
    need(retries.length > 0, 'a retry with a 2xx answer');
    const { effects } = series;
    const identified = first.id !== undefined;
    need(identified || effects !== undefined, 'a ledger, because the answers have no id');

    const stranger = retries.find(({ id }) => id !== first.id);
    if (identified && stranger !== undefined) {
      const { id, exchange } = stranger;
      yield { expected: `${first.id}, as at first`, actual: id, where: 'id', exchange };
    }
    if (!identified && effects !== undefined && effects > 1) {
      const exchange = retries[0]?.exchange;
      yield {
        expected: '1 effect',
        actual: countText(effects, 'effect'),
        ...(exchange && { exchange }),
      };
    }
  },
};

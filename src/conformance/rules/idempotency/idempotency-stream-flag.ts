import { requestsStream } from '../../../answers/sent-body.ts';
import { dispositionOf, isSettled } from '../../findings/acceptance.ts';
import { resultsOf } from '../../findings/idempotent-results.ts';
import { otherForm } from '../../probes/equal-bodies.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client that switches from a stream to one body cannot read the stream that it gets. */
export const idempotencyStreamFlag: JudgeRule<'series'> = {
  id: 'idempotency-stream-flag',
  level: 'should',
  provenance: 'assumed',
  source: 'draft-ietf-httpapi-idempotency-key-header-07 §2.7: another body',
  statement:
    'A request with a used key and the opposite stream switch is refused, or gets the same result in the requested form.',
  provenBy: 'idem-stream-flag-wrong-form',
  evidence: 'series',
  operations: ['chat'],
  probe: otherForm,

  *judge(series, expect) {
    const results = resultsOf(series);
    const first = results.find(({ exchange }) => exchange === series.exchanges[0]);
    const exchange = series.exchanges[1];
    need(first?.id, 'a 2xx answer with an id');
    need(exchange && isSettled(exchange), 'an answer to the other form');
    const second = results.find((result) => result.exchange === exchange);
    if (second === undefined) {
      if (dispositionOf(exchange) !== 'unsettled') return;
      const actual = `status ${exchange.answer?.status}`;
      yield { expected: 'the same result, or 4xx', actual, exchange };
      return;
    }

    const form = requestsStream(exchange, expect.streamField) ? 'stream' : 'body';
    if (second.reply.form !== form) {
      const expected = form === 'stream' ? 'an event stream, or 4xx' : 'one body, or 4xx';
      yield { expected, actual: second.reply.mediaType, exchange };
    }
    if (second.id !== first.id) {
      yield { expected: `${first.id}, or 4xx`, actual: second.id, where: 'id', exchange };
    }
  },
};

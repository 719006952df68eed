import { requestsModel } from '../../../answers/sent-body.ts';
import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { header } from '../../../exchange/exchange.ts';
import { isOrdinary } from '../../findings/ordinary-request.ts';
import { unicodeStreams } from '../../probes/texts.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A strict client fails on a body that ends before its announced length, even if the answer is
 * complete; a lax one cannot distinguish it from half an answer.
 */
export const transportBodyLength: JudgeRule<'begun'> = {
  id: 'transport-body-length',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §8.6 (Content-Length); RFC 9112 §6.3, §7.1 (chunked, last chunk)',
  statement: 'A body has exactly Content-Length bytes or ends with a last chunk, in streams too.',
  provenBy: 'tp-abrupt-close',
  evidence: 'begun',
  operations: OPERATION_NAMES,
  probe: unicodeStreams,

  *judge({ exchange }, expect) {
    // A model that fails during a stream may end it that way: other rules judge how it reports
    // that.
    need(!requestsModel(exchange, expect.failingMidStreamModel), 'a model that does not fail');
    // The refusal of a request that was not read to its end may be cut by the bytes still in
    // transit.
    need(isOrdinary(exchange), 'a request with an ordinary size and path');
    const { outcome, answer, failure, timing } = exchange;
    if (outcome === 'answered') return;
    const length = header(answer?.headers ?? [], 'content-length');
    yield {
      expected: length === undefined ? 'the last chunk' : `${length} bytes`,
      actual: `${answer?.sizeBytes ?? 0} bytes, then ${failure ?? 'the end of the connection'}`,
      atMs: timing.endMs - timing.sendMs,
    };
  },
};

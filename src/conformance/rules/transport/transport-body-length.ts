import { requestsModel } from '../../../answers/sent-body.ts';
import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { header } from '../../../exchange/exchange.ts';
import { isOrdinary } from '../../findings/ordinary-request.ts';
import { unicodeStreams } from '../../probes/transport.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A body that ends before its announced length is an error to a strict client, although all of
 * the answer came; a lax one cannot tell it from half an answer.
 */
export const transportBodyLength: JudgeRule<'begun'> = {
  id: 'transport-body-length',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §8.6 (Content-Length); RFC 9112 §6.3, §7.1 (chunked, last chunk)',
  statement:
    'A body has the bytes of its Content-Length, or ends with its last chunk, streams too.',
  provenBy: 'tp-abrupt-close',
  evidence: 'begun',
  operations: OPERATION_NAMES,
  probe: unicodeStreams,

  *judge({ exchange }, expect) {
    // A model that fails half-way may end its stream in that way: others judge how it says so.
    need(!requestsModel(exchange, expect.failingMidStreamModel), 'a model that does not fail');
    // What is refused before it was read to its end may be cut by the bytes still on their way.
    need(isOrdinary(exchange), 'a request of ordinary size and path');
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

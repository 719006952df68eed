import { describeOutcome } from '../../../answers/narrow.ts';
import { isSettled } from '../../findings/acceptance.ts';
import { earlyFailures } from '../../probes/malformed-requests.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * Clients decide by the status whether to retry: they take a failure inside a 200 stream for an
 * answer.
 */
export const errorsBeforeStream: JudgeRule<'series'> = {
  id: 'errors-before-stream',
  level: 'must',
  provenance: 'assumed',
  source: 'BerriAI/litellm#18757; agentweave #105',
  statement:
    'A stream request that fails before its first token gets the same status, in one JSON body, as the request without the stream switch.',
  provenBy: 'err-200-sse',
  evidence: 'series',
  operations: ['chat', 'responses'],
  probe: earlyFailures,

  *judge({ label, exchanges }) {
    const [body, stream] = exchanges;
    need(body && stream && isKnown(body) && isKnown(stream), 'an answer to both requests');
    const expected = body.answer?.status ?? 0;
    need(expected >= 400, `${label} to be a failure`);
    if (stream.answer?.status !== expected) {
      yield {
        expected: `status ${expected} for ${label}, as in one body`,
        actual: describeOutcome(stream),
        exchange: stream,
      };
    }
  },
};

/** A failing model may return 503, if it does so both times. */
function isKnown(exchange: Parameters<typeof isSettled>[0]): boolean {
  return isSettled(exchange) || exchange.answer?.status === 503;
}

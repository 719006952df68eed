import { replyText } from '../../../answers/reply.ts';
import { isAccepted, isSettled } from '../../findings/acceptance.ts';
import { textDifference } from '../../findings/differences.ts';
import { answeredAfter, firstResult, resultsOf } from '../../findings/idempotent-results.ts';
import { streamRetries } from '../../probes/key-retries.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A client that retries a stream continues its text: another text after the first half is
 * nonsense.
 */
export const idempotencyStreamReplay: JudgeRule<'key'> = {
  id: 'idempotency-stream-replay',
  level: 'should',
  provenance: 'assumed',
  source: 'draft-ietf-httpapi-idempotency-key-header-07 §2.6, applied to streams',
  statement: 'A retry of a finished stream returns a stream with the same id and text.',
  provenBy: 'idem-stream-not-stored',
  evidence: 'key',
  operations: ['chat', 'responses'],
  probe: streamRetries,

  *judge(series, expect) {
    const first = firstResult(series);
    need(first?.reply.form === 'stream', 'a stream that a retry can repeat');
    const later = answeredAfter(series, first.exchange);
    const retries = resultsOf(series).filter(({ exchange }) => later.includes(exchange));
    const keptMs = first.exchange.timing.endMs + expect.replayLagMs;
    const last = later.findLast(({ timing }) => timing.sendMs >= keptMs);
    if (last && isSettled(last) && !isAccepted(last)) {
      const actual = `status ${last.answer?.status}`;
      yield { expected: 'the stream again', actual, exchange: last };
      return;
    }
    need(retries.length > 0, 'a retry with a 2xx answer');

    for (const { exchange, id, reply } of retries) {
      if (reply.form !== 'stream') {
        yield { expected: 'text/event-stream', actual: reply.mediaType, exchange };
        continue;
      }
      if (id !== first.id) {
        yield { expected: `${first.id}, as at first`, actual: id, where: 'id', exchange };
      }
      const difference = textDifference(replyText(first.reply) ?? '', replyText(reply) ?? '');
      if (difference === undefined) continue;
      const where = exchange.operation === 'chat' ? 'choices[0].delta.content' : 'delta';
      yield { ...difference, where: `${where}, joined`, exchange };
    }
  },
};

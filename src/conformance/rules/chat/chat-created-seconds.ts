import { member } from '../../../answers/json.ts';
import type { Answer, Stream } from '../../../answers/narrow.ts';
import { header } from '../../../exchange/exchange.ts';
import { shortChat } from '../../probes/chat.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * With another unit, clients show, sort and store every answer as if it came from the year 58 000.
 */
export const chatCreatedSeconds: JudgeRule<'reply'> = {
  id: 'chat-created-seconds',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, created (format unixtime, in seconds)',
  statement:
    'The fields created and created_at are Unix seconds close to the Date header of the answer.',
  provenBy: 'chat-created-millis',
  evidence: 'reply',
  operations: ['chat', 'responses', 'images', 'video-create'],
  probe: shortChat,

  *judge(reply, expect) {
    const { exchange } = reply;
    const key = header(exchange.request.headers, 'idempotency-key');
    need(key === undefined, 'an answer that is not a replay');
    const found = timesIn(reply)[0];
    need(found, 'a body or an event with a number in created or created_at');
    const dateMs = Date.parse(header(exchange.answer?.headers ?? [], 'date') ?? '');
    need(Number.isFinite(dateMs), 'an answer with a Date');

    const { where, actual } = found;
    if (Math.abs(actual * 1000 - dateMs) > expect.clockSkewMs) {
      yield { expected: `about ${dateMs / 1000}, in seconds`, actual, where };
    }
  },
};

interface Time {
  readonly where: string;
  readonly actual: number;
}

/** For a stream: those of the first event that has one, or of the response in that event. */
function timesIn(reply: Answer | Stream): readonly Time[] {
  if (reply.form === 'body') return timesOf(reply.json, '');
  for (const { json } of reply.events) {
    const times = [...timesOf(json, ''), ...timesOf(member(json, 'response'), 'response.')];
    if (times.length > 0) return times;
  }
  return [];
}

function timesOf(object: unknown, path: string): readonly Time[] {
  return ['created', 'created_at'].flatMap((name) => {
    const actual = member(object, name);
    return typeof actual === 'number' ? [{ where: path + name, actual }] : [];
  });
}

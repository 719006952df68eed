import { header } from '../../../exchange/exchange.ts';
import { member } from '../../json-members.ts';
import { shortChat } from '../../probes/chat.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** In another unit every answer is shown, sorted and kept as if it were of the year 58 000. */
export const chatCreatedSeconds: JudgeRule<'answer'> = {
  id: 'chat-created-seconds',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, created (format unixtime, in seconds)',
  statement: 'created and created_at are Unix seconds close to the Date of the answer.',
  provenBy: 'chat-created-millis',
  evidence: 'answer',
  operations: ['chat', 'responses', 'images', 'video-create'],
  probe: shortChat,

  *judge({ exchange, json }, expect) {
    const key = header(exchange.request.headers, 'idempotency-key');
    need(key === undefined, 'an answer that is no replay');
    const where = ['created', 'created_at'].find((name) => typeof member(json, name) === 'number');
    need(where, 'a body with a number in created or created_at');
    const dateMs = Date.parse(header(exchange.answer?.headers ?? [], 'date') ?? '');
    need(Number.isFinite(dateMs), 'an answer with a Date');

    const actual = Number(member(json, where));
    if (Math.abs(actual * 1000 - dateMs) > expect.clockSkewMs) {
      yield { expected: `about ${dateMs / 1000}, in seconds`, actual, where };
    }
  },
};

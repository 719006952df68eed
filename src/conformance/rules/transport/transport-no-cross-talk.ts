import { replyText } from '../../../answers/reply.ts';
import { requestsModel, sentText } from '../../../answers/sent-body.ts';
import { noncesIn } from '../../../exchange/upstream/nonces.ts';
import { crowdOfEchoes } from '../../probes/transport.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** One user reads the request of another. */
export const transportNoCrossTalk: JudgeRule<'reply'> = {
  id: 'transport-no-cross-talk',
  level: 'must',
  provenance: 'assumed',
  source:
    'RFC 9112 §9.2 (which response answers which request); gatewayproof, concurrent isolation',
  statement:
    'With concurrent requests, every caller gets its own answer and no text of another caller.',
  provenBy: 'tp-swap-bodies',
  evidence: 'reply',
  operations: ['chat', 'responses'],
  needs: ['echoing-model'],
  probe: crowdOfEchoes,

  *judge(reply, expect) {
    need(requestsModel(reply.exchange, expect.echoModel), 'a request to the echoing model');
    const own = noncesIn(sentText(reply.exchange));
    need(own.size > 0, 'a prompt with a nonce');
    const text = replyText(reply);
    need(text !== undefined && text !== '', 'an answer with text');

    const expected = [...own].join(', ');
    const seen = noncesIn(text);
    need(seen.size > 0, 'an answer that repeats a nonce');
    for (const nonce of seen) {
      if (!own.has(nonce)) yield { expected, actual: `${nonce}, of another request` };
    }
  },
};

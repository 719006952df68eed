import { objectsIn } from '../../../answers/json.ts';
import { replyText } from '../../../answers/reply.ts';
import { requestsModel, sentBodyOf } from '../../../answers/sent-body.ts';
import { noncesIn } from '../../../exchange/upstream/nonces.ts';
import { answersAnother } from '../../findings/foreign-answer.ts';
import { dialogs } from '../../probes/chat-turns.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A dialog in another order is another dialog: the model answers an old question. */
export const chatTurnsInOrder: JudgeRule<'reply'> = {
  id: 'chat-turns-in-order',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Chat completion request: "messages | array of message | Dialog turns, in order."',
  statement: 'The messages of a chat reach the model in order: it answers the last one.',
  provenBy: 'chat-turns-reversed',
  evidence: 'reply',
  operations: ['chat'],
  needs: ['echoing-model'],
  probe: dialogs,

  *judge(reply, expect) {
    need(requestsModel(reply.exchange, expect.echoModel), 'a request to the echoing model');
    need(!answersAnother(reply), 'an answer to this request, not to another one');
    const sent = sentBodyOf(reply.exchange);
    const turns = objectsIn(sent?.body.messages).filter(({ role }) => role === 'user');
    need(turns.length > 1, 'a dialog of several turns');
    const [expected] = noncesIn(sent?.prompt ?? '');
    const text = replyText(reply);
    need(expected !== undefined && text, 'a nonce in the last turn, and an answer with text');
    if (text.includes(expected)) return;
    yield { expected: `${expected}, of the last turn`, actual: text };
  },
};

import { narrow } from '../../../answers/narrow.ts';
import { replyText } from '../../../answers/reply.ts';
import { requestsStream } from '../../../answers/sent-body.ts';
import { textDifference } from '../../findings/differences.ts';
import { needServingCall } from '../../findings/upstream-calls.ts';
import { relayedTexts } from '../../probes/relay/answers.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** A token that is lost, doubled or changed on the way changes an answer, and nothing shows it. */
export const relayTextUnchanged: JudgeRule<'relay'> = {
  id: 'relay-text-unchanged',
  level: 'must',
  provenance: 'assumed',
  source: 'fidelity: the answer is that of the model',
  statement: 'The joined text of a stream is the text that the upstream sent.',
  provenBy: 'relay-drop-token',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  alsoFrom: ['traffic'],
  probe: relayedTexts,

  *judge(relay, expect) {
    const [exchange] = relay.exchanges;
    const isStreamed = exchange && requestsStream(exchange, expect.streamField);
    concerns(isStreamed, 'a request for a stream');
    const stream = exchange && narrow('stream', exchange);
    need(stream, 'a whole 2xx event stream');
    const sent = needServingCall(relay).answer.text;
    need(sent !== undefined, 'a text of at most 1 MiB');
    const difference = textDifference(sent, replyText(stream) ?? '');
    if (difference) yield { ...difference, where: 'the joined text', exchange };
  },
};

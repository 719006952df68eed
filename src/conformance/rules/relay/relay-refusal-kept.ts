import { narrow } from '../../../answers/narrow.ts';
import { replyRefusal } from '../../../answers/reply.ts';
import { textDifference } from '../../findings/differences.ts';
import { needServingCall } from '../../findings/upstream-calls.ts';
import { relayedRefusals } from '../../probes/relay/answers.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** The caller gets an empty answer, and nothing says that the model refused. */
export const relayRefusalKept: JudgeRule<'relay'> = {
  id: 'relay-refusal-kept',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI API reference, the refusal of a message and of an output item',
  statement: 'The refusal of a model reaches the caller as a refusal, whole.',
  provenBy: 'relay-drop-refusal',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  probe: relayedRefusals,

  *judge(relay) {
    const [exchange] = relay.exchanges;
    const reply = exchange && narrow('reply', exchange);
    need(reply, 'a whole 2xx answer');
    const sent = needServingCall(relay).answer.refusal;
    need(sent !== undefined, 'an upstream that refuses');
    const difference = textDifference(sent, replyRefusal(reply));
    if (difference) yield { ...difference, where: 'the refusal', exchange };
  },
};

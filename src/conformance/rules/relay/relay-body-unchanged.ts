import { narrow } from '../../../answers/narrow.ts';
import { givenText } from '../../../answers/reply.ts';
import { requestsStream } from '../../../answers/sent-body.ts';
import { textDifference } from '../../findings/differences.ts';
import { needServingCall } from '../../findings/upstream-calls.ts';
import { relayedTexts } from '../../probes/relay/answers.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** Text that the model wrote and the gateway changed is an answer that no model gave. */
export const relayBodyUnchanged: JudgeRule<'relay'> = {
  id: 'relay-body-unchanged',
  level: 'must',
  provenance: 'assumed',
  source: 'fidelity: the answer is that of the model',
  statement: 'The text of an answer with one body is the text that the upstream sent.',
  provenBy: 'relay-trim-answer',
  evidence: 'relay',
  operations: ['chat', 'responses', 'transcription'],
  needs: ['upstream'],
  alsoFrom: ['traffic'],
  probe: relayedTexts,

  *judge(relay, expect) {
    const [exchange] = relay.exchanges;
    const { operations } = relayBodyUnchanged;
    const isOfText = operations.some((operation) => operation === exchange?.operation);
    concerns(isOfText, 'a request for a text');
    const isStreamed = exchange && requestsStream(exchange, expect.streamField);
    concerns(isStreamed !== true, 'a request for one body');
    const answer = exchange && narrow('answer', exchange);
    need(answer, 'a whole 2xx answer with one body');
    const sent = needServingCall(relay).answer.text;
    need(sent !== undefined, 'a text of at most 1 MiB');
    const difference = textDifference(sent, givenText(answer) ?? '');
    if (difference) yield { ...difference, where: 'the text', exchange };
  },
};

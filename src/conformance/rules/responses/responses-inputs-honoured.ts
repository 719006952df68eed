import { replyText } from '../../../answers/reply.ts';
import { requestsModel, sentBodyOf } from '../../../answers/sent-body.ts';
import { noncesIn } from '../../../exchange/upstream/nonces.ts';
import { needOwnAnswer } from '../../findings/foreign-answer.ts';
import { instructedResponses } from '../../probes/responses.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * If instructions do not reach the model, it ignores the safety rules in them, and nothing in the
 * answer shows it.
 */
export const responsesInputsHonoured: JudgeRule<'reply'> = {
  id: 'responses-inputs-honoured',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Responses request: "instructions | string | System-level instructions."; "input | string | Input text."',
  statement:
    'The instructions and the input of POST /responses, as plain strings, both reach the model.',
  provenBy: 'resp-drop-instructions',
  evidence: 'reply',
  operations: ['responses'],
  needs: ['echoing-model'],
  probe: instructedResponses,

  *judge(reply, expect) {
    need(requestsModel(reply.exchange, expect.echoModel), 'a request to the echoing model');
    needOwnAnswer(reply);
    const sent = sentBodyOf(reply.exchange);
    const text = replyText(reply);
    need(text !== undefined && text !== '', 'an answer with text');
    const given = {
      instructions: noncesIn(sent?.instructions ?? ''),
      input: noncesIn(sent?.prompt ?? ''),
    };
    need(given.instructions.size + given.input.size > 0, 'nonces in instructions or input');

    for (const [where, nonces] of Object.entries(given)) {
      for (const nonce of nonces) {
        if (!text.includes(nonce)) yield { expected: `${nonce} in the echo`, actual: text, where };
      }
    }
  },
};

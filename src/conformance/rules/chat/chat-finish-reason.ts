import { member, objectsIn } from '../../../answers/json.ts';
import { shortChat } from '../../probes/chat.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * An agent loop reads finish_reason: if it is null in a finished answer, the loop waits for more
 * text or takes half a text for the whole one.
 */
export const chatFinishReason: JudgeRule<'answer'> = {
  id: 'chat-finish-reason',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, CreateChatCompletionResponse, finish_reason (not nullable)',
  statement: 'The finish_reason of a finished choice is a non-empty string.',
  provenBy: 'chat-finish-null',
  evidence: 'answer',
  operations: ['chat'],
  probe: shortChat,

  *judge({ json }) {
    const choices = objectsIn(member(json, 'choices'));
    const reasons = choices.map(({ finish_reason: reason }) => reason);
    need(
      reasons.some((reason) => reason !== undefined),
      'a choice with a finish_reason',
    );

    for (const [index, reason] of reasons.entries()) {
      if (reason === undefined || (typeof reason === 'string' && reason !== '')) continue;
      const where = `choices[${index}].finish_reason`;
      yield { expected: 'a non-empty string', actual: reason, where };
    }
  },
};

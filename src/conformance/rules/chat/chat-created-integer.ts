import { member } from '../../../answers/json.ts';
import { shortChat } from '../../probes/chat.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Clients in typed languages reject the whole answer if an integer field has a fraction. */
export const chatCreatedInteger: JudgeRule<'answer'> = {
  id: 'chat-created-integer',
  level: 'must',
  provenance: 'stated',
  source: 'interface §Chat completion response: "created | integer | Creation time (numeric)."',
  statement: 'The field created of a chat completion is an integer.',
  provenBy: 'chat-created-float',
  evidence: 'answer',
  operations: ['chat'],
  probe: shortChat,

  *judge({ json }) {
    const created = member(json, 'created');
    need(typeof created === 'number', 'a body with a number in created', 'chat-required-fields');
    if (!Number.isInteger(created)) {
      yield { expected: 'integer', actual: created, where: 'created' };
    }
  },
};

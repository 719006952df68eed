import { isJsonObject } from '../../../answers/json.ts';
import { ChatFieldsSchema } from '../../../contract/chat.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { shortChat } from '../../probes/chat.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A typed client fails if a field is missing, or bills and logs nothing for the answer. */
export const chatRequiredFields: JudgeRule<'answer'> = {
  id: 'chat-required-fields',
  level: 'must',
  provenance: 'stated',
  source: 'interface §Chat completion response: id, object, created, model, choices, usage',
  statement:
    'A chat completion has the strings id, object and model, the number created, the array choices and the object usage.',
  provenBy: 'chat-drop-usage',
  evidence: 'answer',
  operations: ['chat'],
  probe: shortChat,

  *judge({ json }) {
    need(isJsonObject(json), 'a body that is a JSON object');
    yield* contradictions(ChatFieldsSchema, json);
  },
};

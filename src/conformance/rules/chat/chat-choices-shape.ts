import { member, objectsIn } from '../../../answers/json.ts';
import { ChatChoicesSchema } from '../../../contract/chat.ts';
import { type Contradiction, contradictions } from '../../../contract/contradictions.ts';
import { shortChat } from '../../probes/chat.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Every client reads choices[0].message.content: with another shape it finds no answer. */
export const chatChoicesShape: JudgeRule<'answer'> = {
  id: 'chat-choices-shape',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Chat completion response: "Each item: index (integer), message (message, as above), finish_reason (string)"; §Message: role string, content string; §What the service does: "Chat dialog, compatible with a common chat-completion interface"',
  statement:
    'A chat completion has at least one choice. Each choice has an integer index, a message with the strings role and content, and a finish_reason.',
  provenBy: 'chat-content-array',
  evidence: 'answer',
  operations: ['chat'],
  probe: shortChat,

  *judge({ json }) {
    const choices = member(json, 'choices');
    need(Array.isArray(choices), 'a body with choices', 'chat-required-fields');
    if (choices.length === 0) {
      yield { expected: 'at least one choice', actual: '[]', where: 'choices' };
    }
    const hasText = objectsIn(choices).every(
      ({ message }) => !member(message, 'tool_calls') && !member(message, 'refusal'),
    );
    need(hasText, 'an answer in text: the interface shows neither a tool call nor a refusal');
    for (const found of contradictions(ChatChoicesSchema, json)) {
      if (!isAnotherRules(found)) yield found;
    }
  },
};

/** `chat-finish-reason` judges the value of finish_reason. */
function isAnotherRules({ where = '', actual }: Contradiction): boolean {
  return where.endsWith('.finish_reason') && actual !== 'absent';
}

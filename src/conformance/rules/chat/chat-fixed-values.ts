import { chatChunks } from '../../../answers/chat-chunks.ts';
import { failsInBand } from '../../../answers/failures/error-events.ts';
import { isJsonObject, member, objectsIn } from '../../../answers/json.ts';
import type { Stream } from '../../../answers/narrow.ts';
import { shortChat } from '../../probes/chat.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

/** Clients that validate reject any other word; others assign the message to another author. */
export const chatFixedValues: JudgeRule<'reply'> = {
  id: 'chat-fixed-values',
  level: 'should',
  provenance: 'assumed',
  source:
    'OpenAI OpenAPI 2.3.0, CreateChatCompletionResponse.object, ChatCompletionResponseMessage.role (enums of one word); langgenius/dify#14101',
  statement:
    'The object of a chat completion is "chat.completion". The role of its messages and first deltas is "assistant".',
  provenBy: 'chat-role-bot',
  evidence: 'reply',
  operations: ['chat'],
  probe: shortChat,

  *judge(reply) {
    if (reply.form === 'stream') {
      yield* otherRoles(reply);
      return;
    }
    const { json } = reply;
    const object = member(json, 'object');
    const roles = objectsIn(member(json, 'choices')).map(({ message }) => member(message, 'role'));
    need(
      isJsonObject(json) && (object ?? roles[0]) !== undefined,
      'a body with an object or a role',
    );
    if (isOther(object, 'chat.completion')) {
      yield { expected: '"chat.completion"', actual: object, where: 'object' };
    }
    for (const [index, role] of roles.entries()) {
      const where = `choices[${index}].message.role`;
      if (isOther(role, 'assistant')) yield { expected: '"assistant"', actual: role, where };
    }
  },
};

function* otherRoles(stream: Stream): Iterable<Finding> {
  need(!failsInBand(stream), 'a stream without a failure', 'chat-stream-offered');
  const first = chatChunks(stream).find(({ choices }) => choices.length > 0);
  need(first, 'a stream with a choice');
  for (const { index, delta } of first.choices) {
    const where = `choices[${index}].delta.role`;
    const { atMs } = first.event;
    if (isOther(delta.role, 'assistant')) {
      yield { expected: '"assistant"', actual: delta.role, where, atMs };
    }
  }
}

/** The rules on shapes judge whether the value is present and a string. */
function isOther(value: unknown, wanted: string): boolean {
  return typeof value === 'string' && value !== wanted;
}

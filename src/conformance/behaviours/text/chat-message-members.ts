import { isJsonObject, objectsIn } from '../../../answers/json.ts';
import type { Behaviour } from '../../behaviour.ts';
import { describeJson, jsonIn, namesOf, successes } from '../../observations/observation-words.ts';
import { shortChat } from '../../probes/chat.ts';
import { need } from '../../rule.ts';

export const chatMessageMembers: Behaviour = {
  id: 'chat-message-members',
  question: 'Which fields does the message of a chat have?',
  silence:
    'name and tool_call_id are "present in the response message shape"; when they are filled is not shown.',
  probe: shortChat,

  observe({ exchanges }) {
    return successes(exchanges).map((exchange) => {
      const message = objectsIn(jsonIn(exchange)?.choices)[0]?.message;
      need(isJsonObject(message), 'a message');
      return {
        subject: '',
        value: `${namesOf(message, 1)}, role ${describeJson(message.role)}`,
        exchange,
      };
    });
  },
};

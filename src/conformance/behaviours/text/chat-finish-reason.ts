import { objectsIn } from '../../../answers/json.ts';
import type { Behaviour } from '../../behaviour.ts';
import { describeJson, jsonIn, successes } from '../../observations/observation-words.ts';
import { shortChat } from '../../probes/chat.ts';
import { need } from '../../rule.ts';

export const chatFinishReason: Behaviour = {
  id: 'chat-finish-reason',
  question: 'Which finish_reason does a short chat have?',
  silence: 'Values of finish_reason: not shown.',
  probe: shortChat,

  observe({ exchanges }) {
    return successes(exchanges).map((exchange) => {
      const [choice] = objectsIn(jsonIn(exchange)?.choices);
      need(choice, 'a choice');
      return { subject: '', value: describeJson(choice.finish_reason), exchange };
    });
  },
};

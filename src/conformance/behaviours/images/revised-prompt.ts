import { objectsIn } from '../../../answers/json.ts';
import { sentBodyOf } from '../../../answers/sent-body.ts';
import type { Behaviour } from '../../behaviour.ts';
import { describeJson, jsonIn, successes } from '../../observations/observation-words.ts';
import { fewImages } from '../../probes/images.ts';

export const revisedPrompt: Behaviour = {
  id: 'revised-prompt',
  question: 'Is revised_prompt filled?',
  silence: 'When revised_prompt is filled: not shown.',
  probe: fewImages,

  observe({ exchanges }) {
    return successes(exchanges).flatMap((exchange) => {
      const [item] = objectsIn(jsonIn(exchange)?.data);
      if (item === undefined) return [];
      const { revised_prompt: revised } = item;
      const own =
        revised === sentBodyOf(exchange)?.body.prompt ? 'the unchanged prompt' : 'another text';
      return [
        { subject: '', value: typeof revised === 'string' ? own : describeJson(revised), exchange },
      ];
    });
  },
};

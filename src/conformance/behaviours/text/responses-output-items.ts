import { objectsIn } from '../../../answers/json.ts';
import type { Behaviour } from '../../behaviour.ts';
import { describeJson, jsonIn, sequence, successes } from '../../observations/observation-words.ts';
import { shortResponse } from '../../probes/responses.ts';

export const responsesOutputItems: Behaviour = {
  id: 'responses-output-items',
  question: 'Which types do the items of output and their parts have?',
  silence: 'Shape of the items of output: not shown.',
  probe: shortResponse,

  observe({ exchanges }) {
    return successes(exchanges).map((exchange) => {
      const items = objectsIn(jsonIn(exchange)?.output).map((item) => {
        const parts = objectsIn(item.content).map(({ type }) => describeJson(type));
        return `${describeJson(item.type)} with ${parts.length === 0 ? 'no parts' : parts.join(', ')}`;
      });
      return { subject: '', value: items.length === 0 ? 'no items' : sequence(items), exchange };
    });
  },
};

import type { Behaviour } from '../../behaviour.ts';
import {
  byOperation,
  describeJson,
  jsonIn,
  successes,
} from '../../observations/observation-words.ts';
import { everyOperation } from '../../probes/unspecified.ts';

export const objectKind: Behaviour = {
  id: 'object-kind',
  question: 'Which value has the field object in each answer?',
  silence: '"Object kind": its values, except for responses, are not shown.',
  probe: everyOperation,

  observe({ exchanges }) {
    return byOperation(successes(exchanges), (exchange) => {
      const kind = jsonIn(exchange)?.object;
      return kind === undefined ? 'no such field' : describeJson(kind);
    });
  },
};

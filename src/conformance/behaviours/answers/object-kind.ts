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
  question: 'What does the member object say in each answer?',
  silence: '"Object kind": its values, but for responses, are not shown.',
  probe: everyOperation,

  observe({ exchanges }) {
    return byOperation(successes(exchanges), (exchange) => {
      const kind = jsonIn(exchange)?.object;
      return kind === undefined ? 'no such member' : describeJson(kind);
    });
  },
};

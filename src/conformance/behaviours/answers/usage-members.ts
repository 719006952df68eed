import type { Behaviour } from '../../behaviour.ts';
import {
  byOperation,
  describeJson,
  jsonIn,
  successes,
} from '../../observations/observation-words.ts';
import { everyOperation } from '../../probes/unspecified.ts';

export const usageMembers: Behaviour = {
  id: 'usage-members',
  question: 'Which fields does the usage of each operation have?',
  silence: 'Fields inside usage objects: not shown.',
  probe: everyOperation,

  observe({ exchanges }) {
    return byOperation(successes(exchanges), (exchange) => {
      const usage = jsonIn(exchange)?.usage;
      return usage === undefined ? 'no usage' : describeJson(usage);
    });
  },
};

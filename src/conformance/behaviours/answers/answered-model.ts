import { sentBodyOf } from '../../../answers/sent-body.ts';
import type { Behaviour } from '../../behaviour.ts';
import {
  byOperation,
  describeJson,
  jsonIn,
  successes,
} from '../../observations/observation-words.ts';
import { everyOperation } from '../../probes/unspecified.ts';

export const answeredModel: Behaviour = {
  id: 'answered-model',
  question: 'Does an answer name the requested model?',
  silence: 'Whether the model in the answer has the requested name: not shown.',
  probe: everyOperation,

  observe({ exchanges }) {
    return byOperation(successes(exchanges), (exchange) => {
      const sent = sentBodyOf(exchange)?.model;
      const named = jsonIn(exchange)?.model;
      if (sent === undefined) return undefined;
      if (named === undefined) return 'no model named';
      return named === sent
        ? 'the requested name'
        : `requested ${describeJson(sent)}, returned ${describeJson(named)}`;
    });
  },
};

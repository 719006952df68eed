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
  question: 'Does an answer name the model as it was asked?',
  silence: 'Whether the model that answered has the name that was asked: not shown.',
  probe: everyOperation,

  observe({ exchanges }) {
    return byOperation(successes(exchanges), (exchange) => {
      const sent = sentBodyOf(exchange)?.model;
      const named = jsonIn(exchange)?.model;
      if (sent === undefined) return undefined;
      if (named === undefined) return 'it names none';
      return named === sent
        ? 'as it was asked'
        : `asked ${describeJson(sent)}, answered ${describeJson(named)}`;
    });
  },
};

import { askedBy } from '../../../answers/sent-body.ts';
import type { Behaviour } from '../../behaviour.ts';
import { byOperation, jsonIn, successes, word } from '../../observations/observation-words.ts';
import { everyOperation } from '../../probes/left-open.ts';

export const answeredModel: Behaviour = {
  id: 'answered-model',
  question: 'Does an answer name the model as it was asked?',
  silence: 'Whether the model that answered has the name that was asked: not shown.',
  probe: everyOperation,

  observe({ exchanges }) {
    return byOperation(successes(exchanges), (exchange) => {
      const asked = askedBy(exchange)?.model;
      const named = jsonIn(exchange)?.model;
      if (asked === undefined) return undefined;
      if (named === undefined) return 'it names none';
      return named === asked ? 'as it was asked' : `asked ${word(asked)}, answered ${word(named)}`;
    });
  },
};

import type { Behaviour } from '../../behaviour.ts';
import { byOperation, jsonIn, namesOf, successes } from '../../observations/observation-words.ts';
import { everyOperation } from '../../probes/unspecified.ts';

export const answerMembers: Behaviour = {
  id: 'answer-members',
  question: 'Which members has each answer?',
  silence:
    'Fields are listed; which of them are always there, and what comes beside them: not shown.',
  probe: everyOperation,

  observe({ exchanges }) {
    return byOperation(successes(exchanges), (exchange) => namesOf(jsonIn(exchange) ?? {}, 1));
  },
};

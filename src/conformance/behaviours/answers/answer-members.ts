import type { Behaviour } from '../../behaviour.ts';
import { byOperation, jsonIn, namesOf, successes } from '../../observations/observation-words.ts';
import { everyOperation } from '../../probes/unspecified.ts';

export const answerMembers: Behaviour = {
  id: 'answer-members',
  question: 'Which fields does each answer have?',
  silence:
    'Fields are listed; which of them are always present, and which others exist: not shown.',
  probe: everyOperation,

  observe({ exchanges }) {
    return byOperation(successes(exchanges), (exchange) => namesOf(jsonIn(exchange) ?? {}, 1));
  },
};

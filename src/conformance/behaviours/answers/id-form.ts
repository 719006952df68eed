import type { Behaviour } from '../../behaviour.ts';
import { byOperation, jsonIn, successes } from '../../observations/observation-words.ts';
import { everyOperation } from '../../probes/unspecified.ts';

export const idForm: Behaviour = {
  id: 'id-form',
  question: 'Which prefix do ids have?',
  silence: 'The form of an identifier: not shown.',
  probe: everyOperation,

  observe({ exchanges }) {
    return byOperation(successes(exchanges), (exchange) => formOf(jsonIn(exchange)?.id));
  },
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function formOf(id: unknown): string {
  if (typeof id !== 'string') return id === undefined ? 'no id' : `a ${typeof id}`;
  if (UUID.test(id)) return 'a UUID';
  const prefix = /^[a-z]+[-_]/i.exec(id)?.[0];
  return prefix === undefined ? 'no prefix' : `${prefix}…`;
}

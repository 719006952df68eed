import { isJsonObject, member } from '../../../answers/json.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Behaviour } from '../../behaviour.ts';
import { byLabel, jsonIn } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const failureNullMembers: Behaviour = {
  id: 'failure-null-members',
  question: 'Which fields of an error are null, and when?',
  silence:
    '"error.param: string, error.code: string"; their values when they do not apply are not shown.',
  probe: refusals,

  observe({ series }) {
    return byLabel(series, nullWords).filter(
      ({ exchange }) => (exchange.answer?.status ?? 0) >= 400,
    );
  },
};

function nullWords(exchange: Exchange): string {
  const error = member(jsonIn(exchange), 'error');
  if (!isJsonObject(error)) return 'no error object';
  const names = Object.keys(error).filter((name) => error[name] === null);
  return names.length === 0 ? 'none' : names.toSorted().join(', ').slice(0, 200);
}

import type { Exchange } from '../../../exchange/exchange.ts';
import type { Behaviour } from '../../behaviour.ts';
import { byLabel, jsonIn, namesOf } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const failureBody: Behaviour = {
  id: 'failure-body',
  question: 'Which fields do the body of a failure and its error have?',
  silence: 'Error body of endpoints other than the video ones: not shown.',
  probe: refusals,

  observe({ series }) {
    return byLabel(series, bodyWords).filter(
      ({ exchange }) => (exchange.answer?.status ?? 0) >= 400,
    );
  },
};

function bodyWords(exchange: Exchange): string {
  const json = jsonIn(exchange);
  return json === undefined ? 'not a JSON object' : namesOf(json);
}

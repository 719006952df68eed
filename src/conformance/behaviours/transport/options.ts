import type { Behaviour } from '../../behaviour.ts';
import { headAndOptions } from '../../probes/odd-requests.ts';
import { byLabel, headerWords, statusWords } from '../../sightings.ts';

export const options: Behaviour = {
  id: 'options',
  question: 'What does OPTIONS get?',
  silence: 'What HTTP leaves to a server is not narrowed by the interface.',
  probe: headAndOptions,

  observe({ series }) {
    return byLabel(
      series.filter(({ label }) => label === 'OPTIONS'),
      (exchange) => `${statusWords(exchange)}, ${headerWords(exchange, 'allow')}`,
    ).map((each) => ({ ...each, of: '' }));
  },
};

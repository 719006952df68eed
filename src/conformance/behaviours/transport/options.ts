import type { Behaviour } from '../../behaviour.ts';
import { byLabel, headerWords, statusWords } from '../../observations/observation-words.ts';
import { headAndOptions } from '../../probes/malformed-requests.ts';

export const options: Behaviour = {
  id: 'options',
  question: 'What does OPTIONS get?',
  silence: 'HTTP leaves this to the server, and the interface does not restrict it.',
  probe: headAndOptions,

  observe({ series }) {
    return byLabel(
      series.filter(({ label }) => label === 'OPTIONS'),
      (exchange) => `${statusWords(exchange)}, ${headerWords(exchange, 'allow')}`,
    ).map((each) => ({ ...each, subject: '' }));
  },
};

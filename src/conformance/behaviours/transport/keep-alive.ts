import type { Behaviour } from '../../behaviour.ts';
import { headerWords } from '../../observations/observation-words.ts';
import { oneConnection } from '../../probes/unspecified.ts';

export const keepAlive: Behaviour = {
  id: 'keep-alive',
  question: 'Is the connection kept open after an answer?',
  silence: 'HTTP leaves this to the server, and the interface does not restrict it.',
  probe: oneConnection,

  observe({ exchanges }) {
    return exchanges.slice(-1).map((exchange) => ({
      subject: '',
      value: `${exchanges.length} of 3 requests over one connection, ${headerWords(exchange, 'connection')}`,
      exchange,
    }));
  },
};

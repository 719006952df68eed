import type { Behaviour } from '../../behaviour.ts';
import { headerWords } from '../../observations/observation-words.ts';
import { oneConnection } from '../../probes/unspecified.ts';

export const keepAlive: Behaviour = {
  id: 'keep-alive',
  question: 'Is a connection kept after an answer?',
  silence: 'What HTTP leaves to a server is not narrowed by the interface.',
  probe: oneConnection,

  observe({ exchanges }) {
    return exchanges.slice(-1).map((exchange) => ({
      subject: '',
      value: `${exchanges.length} of 3 requests over one connection, ${headerWords(exchange, 'connection')}`,
      exchange,
    }));
  },
};

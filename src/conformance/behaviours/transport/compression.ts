import type { Behaviour } from '../../behaviour.ts';
import { headerWords } from '../../observations/observation-words.ts';
import { compressedChat } from '../../probes/unspecified.ts';

export const compression: Behaviour = {
  id: 'compression',
  question: 'Does an answer come compressed when gzip is asked for?',
  silence: 'What HTTP leaves to a server is not narrowed by the interface.',
  probe: compressedChat,

  observe({ exchanges }) {
    return exchanges.map((exchange) => ({
      subject: '',
      value: headerWords(exchange, 'content-encoding'),
      exchange,
    }));
  },
};

import type { Behaviour } from '../../behaviour.ts';
import { headerWords } from '../../observations/observation-words.ts';
import { compressedChat } from '../../probes/unspecified.ts';

export const compression: Behaviour = {
  id: 'compression',
  question: 'Is an answer compressed if the client accepts gzip?',
  silence: 'HTTP leaves this to the server, and the interface does not restrict it.',
  probe: compressedChat,

  observe({ exchanges }) {
    return exchanges.map((exchange) => ({
      subject: '',
      value: headerWords(exchange, 'content-encoding'),
      exchange,
    }));
  },
};

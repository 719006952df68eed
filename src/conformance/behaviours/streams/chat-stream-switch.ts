import type { Behaviour } from '../../behaviour.ts';
import { formWords, headerWords } from '../../observations/observation-words.ts';
import { shortStream } from '../../probes/chat-stream.ts';

export const chatStreamSwitch: Behaviour = {
  id: 'chat-stream-switch',
  question: 'How does a chat answer with stream: true?',
  silence: 'Name of the body field that switches streaming, and further body fields: not shown.',
  probe: shortStream,

  observe({ exchanges }) {
    return exchanges.map((exchange) => ({
      subject: '',
      value: `${formWords(exchange)}, ${headerWords(exchange, 'content-type')}`,
      exchange,
    }));
  },
};

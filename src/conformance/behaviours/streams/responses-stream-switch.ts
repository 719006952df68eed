import type { Behaviour } from '../../behaviour.ts';
import { formWords, headerWords } from '../../observations/observation-words.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';

export const responsesStreamSwitch: Behaviour = {
  id: 'responses-stream-switch',
  question: 'How does POST /responses answer with stream: true?',
  silence: 'Name of the body field that switches streaming, and further body fields: not shown.',
  probe: shortResponseStream,

  observe({ exchanges }) {
    return exchanges.map((exchange) => ({
      subject: '',
      value: `${formWords(exchange)}, ${headerWords(exchange, 'content-type')}`,
      exchange,
    }));
  },
};

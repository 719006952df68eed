import type { Behaviour } from '../../behaviour.ts';
import { byLabel, statusWords } from '../../observations/observation-words.ts';
import { requestForms } from '../../probes/http-encodings.ts';

export const otherRequestForms: Behaviour = {
  id: 'other-request-forms',
  question: 'Are the other forms of a request in HTTP/1.1 accepted?',
  silence: 'HTTP leaves this to the server, and the interface does not restrict it.',
  probe: requestForms,

  observe({ series }) {
    return byLabel(series, statusWords);
  },
};

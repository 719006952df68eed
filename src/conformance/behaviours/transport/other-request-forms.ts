import type { Behaviour } from '../../behaviour.ts';
import { byLabel, statusWords } from '../../observations/observation-words.ts';
import { requestForms } from '../../probes/http-encodings.ts';

export const otherRequestForms: Behaviour = {
  id: 'other-request-forms',
  question: 'Are the other forms of a request in HTTP/1.1 taken?',
  silence: 'What HTTP leaves to a server is not narrowed by the interface.',
  probe: requestForms,

  observe({ series }) {
    return byLabel(series, statusWords);
  },
};

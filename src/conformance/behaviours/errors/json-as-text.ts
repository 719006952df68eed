import type { Behaviour } from '../../behaviour.ts';
import { ofLabel } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const jsonAsText: Behaviour = {
  id: 'json-as-text',
  question: 'What does JSON with the media type text/plain get?',
  silence:
    'HTTP status codes, the values of type and code, and the conditions that cause them: not shown.',
  operation: 'chat',
  probe: refusals,

  observe(results) {
    return ofLabel(results, 'JSON as text/plain');
  },
};

import type { Behaviour } from '../../behaviour.ts';
import { ofLabel } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const formWithoutFile: Behaviour = {
  id: 'form-without-file',
  question: 'What does a form without a file get?',
  silence: 'The answer to a form other than "exactly one file, at most 25 MiB": not shown.',
  operation: 'transcription',
  probe: refusals,

  observe(results) {
    return ofLabel(results, 'a form without a file');
  },
};

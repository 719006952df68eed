import type { Behaviour } from '../../behaviour.ts';
import { byLabel, failureWords } from '../../observations/observation-words.ts';
import { oversizeFiles } from '../../probes/transcription.ts';

export const oversizeUpload: Behaviour = {
  id: 'oversize-upload',
  question: 'What does a file that is one byte too large get?',
  silence: 'The answer to a form other than "exactly one file, at most 25 MiB": not shown.',
  probe: oversizeFiles,

  observe({ series }) {
    return byLabel(series, failureWords);
  },
};

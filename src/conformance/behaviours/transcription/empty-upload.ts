import type { Behaviour } from '../../behaviour.ts';
import { byLabel, failureWords } from '../../observations/observation-words.ts';
import { emptyFile } from '../../probes/transcription.ts';

export const emptyUpload: Behaviour = {
  id: 'empty-upload',
  question: 'What does an empty file get?',
  silence: 'The answer to a form other than "exactly one file, at most 25 MiB": not shown.',
  probe: emptyFile,

  observe({ series }) {
    return byLabel(series, failureWords);
  },
};

import type { Behaviour } from '../../behaviour.ts';
import { byLabel, failureWords } from '../../observations/observation-words.ts';
import { twoFiles } from '../../probes/transcription.ts';

export const twoUploads: Behaviour = {
  id: 'two-uploads',
  question: 'What do two files get?',
  silence: 'The answer to a form other than "exactly one file, at most 25 MiB": not shown.',
  probe: twoFiles,

  observe({ series }) {
    return byLabel(series, failureWords);
  },
};

import type { Behaviour } from '../../behaviour.ts';
import { byLabel, failureWords } from '../../observations/observation-words.ts';
import { oddModels } from '../../probes/transcription.ts';

export const formWithoutOneModel: Behaviour = {
  id: 'form-without-one-model',
  question: 'What does a form without a model, or with two, get?',
  silence: 'The answer to a form other than "exactly one file, at most 25 MiB": not shown.',
  probe: oddModels,

  observe({ series }) {
    return byLabel(series, failureWords);
  },
};

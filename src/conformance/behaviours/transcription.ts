import type { Behaviour } from '../behaviour.ts';
import { failureWords, ofEach } from '../observations/observation-words.ts';
import { refusal } from '../observations/refusal.ts';
import { emptyFile } from '../probes/bad-fields.ts';
import { oddModels, oversizeFiles, twoFiles } from '../probes/transcription.ts';

export const transcription: readonly Behaviour[] = [
  {
    id: 'empty-upload',
    question: 'What does an empty file get?',
    silence: 'The answer to a form other than "exactly one file, at most 25 MiB": not shown.',
    operation: 'transcription',
    probe: emptyFile,
    observe: ofEach(failureWords),
  },
  refusal('form-without-file', 'a form without a file', {
    question: 'What does a form without a file get?',
    silence: 'The answer to a form other than "exactly one file, at most 25 MiB": not shown.',
    operation: 'transcription',
  }),
  {
    id: 'form-without-one-model',
    question: 'What does a form without a model, or with two, get?',
    silence: 'The answer to a form other than "exactly one file, at most 25 MiB": not shown.',
    probe: oddModels,
    observe: ofEach(failureWords),
  },
  {
    id: 'oversize-upload',
    question: 'What does a file that is one byte too large get?',
    silence: 'The answer to a form other than "exactly one file, at most 25 MiB": not shown.',
    probe: oversizeFiles,
    observe: ofEach(failureWords),
  },
  {
    id: 'two-uploads',
    question: 'What do two files get?',
    silence: 'The answer to a form other than "exactly one file, at most 25 MiB": not shown.',
    probe: twoFiles,
    observe: ofEach(failureWords),
  },
];

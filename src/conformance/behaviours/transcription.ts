import type { Behaviour } from '../behaviour.ts';
import { byLabel, failureWords, ofLabel } from '../observations/observation-words.ts';
import { emptyFile } from '../probes/bad-fields.ts';
import { oddModels, oversizeFiles, twoFiles } from '../probes/transcription.ts';
import { refusals } from '../probes/unspecified.ts';

export const transcription: readonly Behaviour[] = [
  {
    id: 'empty-upload',
    question: 'What does an empty file get?',
    silence: 'The answer to a form other than "exactly one file, at most 25 MiB": not shown.',
    probe: emptyFile,

    observe({ series }) {
      return byLabel(series, failureWords);
    },
  },
  {
    id: 'form-without-file',
    question: 'What does a form without a file get?',
    silence: 'The answer to a form other than "exactly one file, at most 25 MiB": not shown.',
    operation: 'transcription',
    probe: refusals,

    observe(results) {
      return ofLabel(results, 'a form without a file');
    },
  },
  {
    id: 'form-without-one-model',
    question: 'What does a form without a model, or with two, get?',
    silence: 'The answer to a form other than "exactly one file, at most 25 MiB": not shown.',
    probe: oddModels,

    observe({ series }) {
      return byLabel(series, failureWords);
    },
  },
  {
    id: 'oversize-upload',
    question: 'What does a file that is one byte too large get?',
    silence: 'The answer to a form other than "exactly one file, at most 25 MiB": not shown.',
    probe: oversizeFiles,

    observe({ series }) {
      return byLabel(series, failureWords);
    },
  },
  {
    id: 'two-uploads',
    question: 'What do two files get?',
    silence: 'The answer to a form other than "exactly one file, at most 25 MiB": not shown.',
    probe: twoFiles,

    observe({ series }) {
      return byLabel(series, failureWords);
    },
  },
];

import { wronglyAccepted } from '../../findings/acceptance.ts';
import { noFile } from '../../probes/transcription.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client that forgot its file gets the transcript of silence, and pays for it. */
export const transcriptionZeroFiles: JudgeRule<'series'> = {
  id: 'transcription-zero-files',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Endpoints, rule 3: "The transcription request carries exactly one file"; §Limits: "Number of files | Exactly 1"',
  statement: 'A transcription request without a file is refused.',
  provenBy: 'tr-zero-files-200',
  evidence: 'series',
  operations: ['transcription'],
  probe: noFile,

  *judge(series) {
    yield* wronglyAccepted(series);
  },
};

import { wronglyAccepted } from '../../findings/acceptance.ts';
import { twoFiles } from '../../probes/transcription.ts';
import type { JudgeRule } from '../../rule.ts';

/**
 * The gateway silently ignores one of two files: half of the speech is missing in the transcript.
 */
export const transcriptionTwoFiles: JudgeRule<'series'> = {
  id: 'transcription-two-files',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Endpoints, rule 3: "The transcription request carries exactly one file"; §Limits: "Number of files | Exactly 1"',
  statement: 'A transcription request with two files is refused, whatever their field names.',
  provenBy: 'tr-two-files-first-wins',
  evidence: 'series',
  operations: ['transcription'],
  probe: twoFiles,

  *judge(series) {
    yield* wronglyAccepted(series);
  },
};

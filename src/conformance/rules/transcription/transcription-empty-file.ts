import { notRefused } from '../../findings/acceptance.ts';
import { emptyFile } from '../../probes/transcription.ts';
import type { JudgeRule } from '../../rule.ts';

/** A recording that was never written is reported as silence, and the user does not look for it. */
export const transcriptionEmptyFile: JudgeRule<'series'> = {
  id: 'transcription-empty-file',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI, 400 for a file that is too short; good sense',
  statement: 'A file of zero bytes is refused.',
  provenBy: 'tr-empty-200',
  evidence: 'series',
  operations: ['transcription'],
  probe: emptyFile,

  *judge(series) {
    yield* notRefused(series);
  },
};

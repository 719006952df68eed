import { notRefused } from '../../findings/acceptance.ts';
import { twoModels } from '../../probes/transcription.ts';
import type { JudgeRule } from '../../rule.ts';

/** The gateway may check the caller's rights for one model, and run and bill the other. */
export const transcriptionOneModel: JudgeRule<'series'> = {
  id: 'transcription-one-model',
  level: 'should',
  provenance: 'assumed',
  source:
    'interface §Transcription request (model, one string); RFC 7578 §4.3 (parts of one name are several values)',
  statement: 'A form with two different models is refused.',
  provenBy: 'tr-two-models-first-wins',
  evidence: 'series',
  operations: ['transcription'],
  probe: twoModels,

  *judge(series) {
    yield* notRefused(series);
  },
};

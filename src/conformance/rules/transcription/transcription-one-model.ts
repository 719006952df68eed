import { notRefused } from '../../findings/acceptance.ts';
import { twoModels } from '../../probes/transcription.ts';
import type { JudgeRule } from '../../rule.ts';

/** Of two models one is taken unsaid: the caller's rights are checked for one, the other is billed. */
export const transcriptionOneModel: JudgeRule<'series'> = {
  id: 'transcription-one-model',
  level: 'should',
  provenance: 'assumed',
  source:
    'interface §Transcription request (model, one string); RFC 7578 §4.3 (parts of one name are several values)',
  statement: 'A form with two models that differ is refused.',
  provenBy: 'tr-two-models-first-wins',
  evidence: 'series',
  operations: ['transcription'],
  probe: twoModels,

  *judge(series) {
    yield* notRefused(series);
  },
};

import { notRefused } from '../../not-refused.ts';
import { oddModels } from '../../probes/transcription.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client that forgot its model gets one of another price and quality. */
export const transcriptionMissingModel: JudgeRule<'series'> = {
  id: 'transcription-missing-model',
  level: 'must',
  provenance: 'assumed',
  source:
    'interface §Transcription request; OpenAI OpenAPI 2.3.0, CreateTranscriptionRequest, required [file, model]',
  statement: 'A form without a model, or with two, is refused.',
  provenBy: 'tr-missing-model-200',
  evidence: 'series',
  operations: ['transcription'],
  probe: oddModels,

  *judge(series) {
    yield* notRefused(series);
  },
};

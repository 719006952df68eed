import { notRefused } from '../../findings/acceptance.ts';
import { noModel } from '../../probes/transcription.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client that forgot the model gets one of another price and quality. */
export const transcriptionMissingModel: JudgeRule<'series'> = {
  id: 'transcription-missing-model',
  level: 'should',
  provenance: 'assumed',
  source:
    'interface §Transcription request; OpenAI OpenAPI 2.3.0, CreateTranscriptionRequest, required [file, model]',
  statement: 'A form without a model, or with an unknown one, is refused.',
  provenBy: 'tr-missing-model-200',
  evidence: 'series',
  operations: ['transcription'],
  probe: noModel,

  *judge(series) {
    yield* notRefused(series);
  },
};

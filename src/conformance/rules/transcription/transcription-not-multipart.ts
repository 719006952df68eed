import { wronglyAccepted } from '../../findings/acceptance.ts';
import { otherMediaTypes } from '../../probes/transcription.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client that sends its audio in the wrong form gets an answer as if the audio had arrived. */
export const transcriptionNotMultipart: JudgeRule<'series'> = {
  id: 'transcription-not-multipart',
  level: 'must',
  provenance: 'stated',
  source:
    'interface: "All bodies are JSON, except the transcription request, which is multipart/form-data"',
  statement: 'A transcription request in JSON, or in another kind of form, is refused.',
  provenBy: 'tr-json-accepted',
  evidence: 'series',
  operations: ['transcription'],
  probe: otherMediaTypes,

  *judge(series) {
    yield* wronglyAccepted(series);
  },
};

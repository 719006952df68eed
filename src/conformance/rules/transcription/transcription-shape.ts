import { contradictions } from '../../../contract/contradictions.ts';
import { TranscriptionSchema } from '../../../contract/transcription.ts';
import { oneTone } from '../../probes/transcription.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client parses JSON and reads its text: of anything else it makes an error or nothing. */
export const transcriptionShape: JudgeRule<'answer'> = {
  id: 'transcription-shape',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Transcription response: "text | string", "usage | object"; §Endpoints: "JSON transcription response (application/json)"',
  statement: 'A transcription answer is application/json with text and usage.',
  provenBy: 'tr-text-plain',
  evidence: 'answer',
  operations: ['transcription'],
  probe: oneTone,

  *judge({ mediaType, json }) {
    if (mediaType !== 'application/json') {
      yield { expected: 'application/json', actual: mediaType, where: 'content-type' };
    }
    yield* contradictions(TranscriptionSchema, json);
  },
};

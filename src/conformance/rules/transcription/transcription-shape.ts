import { contradictions } from '../../../contract/contradictions.ts';
import { TranscriptionSchema } from '../../../contract/transcription.ts';
import { oneTone } from '../../probes/transcription.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client parses JSON and reads its text: from anything else it gets an error or nothing. */
export const transcriptionShape: JudgeRule<'reply'> = {
  id: 'transcription-shape',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Transcription response: "text | string", "usage | object"; §Endpoints: "JSON transcription response (application/json)"',
  statement: 'A transcription answer is application/json with text and usage.',
  provenBy: 'tr-text-plain',
  evidence: 'reply',
  operations: ['transcription'],
  probe: oneTone,

  *judge(reply) {
    const { mediaType } = reply;
    if (mediaType !== 'application/json') {
      yield { expected: 'application/json', actual: mediaType, where: 'content-type' };
    }
    if (reply.form === 'body') yield* contradictions(TranscriptionSchema, reply.json);
  },
};

import { TranscriptionSchema } from '../../../contract/transcription.ts';
import { oneTone } from '../../probes/transcription.ts';
import { body } from '../../rows/members.ts';

export const transcriptionShape = body('transcription-shape', {
  level: 'must',
  stated:
    'interface §Transcription response: "text | string", "usage | object"; §Endpoints: "JSON transcription response (application/json)"',
  statement: 'A transcription answer is application/json with text and usage.',
  harm: 'A client parses JSON and reads its text: from anything else it gets an error or nothing.',
  provenBy: 'tr-text-plain',
  operations: ['transcription'],
  probe: oneTone,
  schema: TranscriptionSchema,
  legal: [{ text: '' }, { usage: { seconds: 1 }, language: 'en', segments: [] }],
  illegal: [{ usage: undefined }, { text: null }],
});

import { refusalsIn } from '../../findings/acceptance-rules.ts';
import { oneTone } from '../../probes/transcription.ts';
import type { JudgeRule } from '../../rule.ts';

/** A recording that is sometimes refused is lost, or has to be uploaded again. */
export const transcriptionAccepted: JudgeRule<'sent'> = {
  id: 'transcription-accepted',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Endpoints, POST /audio/transcriptions ("multipart/form-data: file, model | JSON transcription response")',
  statement: 'A valid upload of one audio file with a valid key returns 2xx.',
  provenBy: 'tr-403-all',
  evidence: 'sent',
  operations: ['transcription'],
  probe: oneTone,

  judge: refusalsIn,
};

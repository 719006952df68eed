import { isAccepted, isSettled } from '../../findings/acceptance.ts';
import { noAudio } from '../../probes/transcription.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A user who took the wrong file reads of an outage, and the client uploads the file again. */
export const transcriptionNoAudio: JudgeRule<'series'> = {
  id: 'transcription-no-audio',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9110 §15.6 (5xx: the server erred); openai-node 6.49.0 retries 5xx',
  statement: 'A file that is no audio is refused with 4xx, or transcribed, and never a 5xx.',
  provenBy: 'tr-no-audio-500',
  evidence: 'series',
  operations: ['transcription'],
  probe: noAudio,

  *judge({ label, exchanges: [good, odd] }) {
    need(good && isAccepted(good), 'a good request that is accepted beside it');
    need(odd && isSettled(odd), 'an answer');
    const status = odd.answer?.status ?? 0;
    if (status < 500) return;
    yield { expected: `no 5xx for ${label}`, actual: status, where: 'status', exchange: odd };
  },
};

import { isAccepted, isSettled } from '../../findings/acceptance.ts';
import { noAudio } from '../../probes/transcription.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A user who chose the wrong file sees an outage, and the client uploads the file again. */
export const transcriptionNoAudio: JudgeRule<'series'> = {
  id: 'transcription-no-audio',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9110 §15.6 (5xx: the server erred); openai-node 6.49.0 retries 5xx',
  statement: 'A file that is not audio returns 4xx or a transcript, never 5xx.',
  provenBy: 'tr-no-audio-500',
  evidence: 'series',
  operations: ['transcription'],
  probe: noAudio,

  *judge({ label, exchanges: [good, odd] }) {
    need(good && isAccepted(good), 'a valid request to succeed first, as a control');
    need(odd && isSettled(odd), 'an answer');
    const status = odd.answer?.status ?? 0;
    if (status < 500) return;
    yield { expected: `no 5xx for ${label}`, actual: status, where: 'status', exchange: odd };
  },
};

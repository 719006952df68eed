import { describeOutcome } from '../../../answers/narrow.ts';
import { isAccepted, isSettled, wasReset } from '../../findings/acceptance.ts';
import { largeFiles } from '../../probes/transcription.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A recording within the limit is refused after the whole upload, and the user has to cut it. */
export const transcription25mibAccepted: JudgeRule<'series'> = {
  id: 'transcription-25mib-accepted',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Limits: "File size | POST /audio/transcriptions | At most 25 MiB", of the file and not of the body around it',
  statement: 'A file of exactly 25 MiB is accepted.',
  provenBy: 'tr-limit-counts-body',
  evidence: 'series',
  operations: ['transcription'],
  probe: largeFiles,

  *judge({ label, exchanges: [small, large] }) {
    need(small && large && isAccepted(small), 'a small file that is accepted');
    need(isSettled(large) || wasReset(large), `an answer: ${describeOutcome(large)}`);

    if (!isAccepted(large)) {
      const { answer } = large;
      const actual = answer === undefined ? describeOutcome(large) : `status ${answer.status}`;
      yield { expected: `2xx for ${label}`, actual, exchange: large };
    }
  },
};

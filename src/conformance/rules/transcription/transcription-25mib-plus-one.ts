import { wronglyAccepted } from '../../findings/acceptance.ts';
import { oversizeFiles } from '../../probes/transcription.ts';
import type { JudgeRule } from '../../rule.ts';

/** If chunked uploads escape the limit, one caller can fill the memory of the gateway. */
export const transcription25mibPlusOne: JudgeRule<'series'> = {
  id: 'transcription-25mib-plus-one',
  level: 'must',
  provenance: 'stated',
  source: 'interface §Limits: "File size | POST /audio/transcriptions | At most 25 MiB"',
  statement: 'A file of 25 MiB and one byte is refused, also if its length is not announced.',
  provenBy: 'tr-limit-content-length-only',
  evidence: 'series',
  operations: ['transcription'],
  probe: oversizeFiles,

  *judge(series) {
    yield* wronglyAccepted(series);
  },
};

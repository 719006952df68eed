import { wronglyAccepted } from '../../findings/acceptance.ts';
import { oversizeFiles } from '../../probes/transcription.ts';
import type { JudgeRule } from '../../rule.ts';

/** A limit that uploads in chunks escape lets one caller fill the memory of the gateway. */
export const transcription25mibPlusOne: JudgeRule<'series'> = {
  id: 'transcription-25mib-plus-one',
  level: 'must',
  provenance: 'stated',
  source: 'interface §Limits: "File size | POST /audio/transcriptions | At most 25 MiB"',
  statement: 'A file of 25 MiB and one byte is refused, also when its length is not announced.',
  provenBy: 'tr-limit-content-length-only',
  evidence: 'series',
  operations: ['transcription'],
  probe: oversizeFiles,

  *judge(series) {
    yield* wronglyAccepted(series);
  },
};

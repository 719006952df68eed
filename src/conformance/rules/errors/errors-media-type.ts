import { JSON_OPERATIONS } from '../../../contract/operations.ts';
import { notAccepted, notRefused } from '../../findings/acceptance.ts';
import { mediaTypes } from '../../probes/malformed-requests.ts';
import { differenceIn } from '../../requests/difference.ts';
import type { JudgeRule } from '../../rule.ts';

/** Many client libraries add a charset automatically: their users could send no request. */
export const errorsMediaType: JudgeRule<'series'> = {
  id: 'errors-media-type',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9110 §8.3.1 (types in any case, with parameters); §15.5.16',
  statement:
    'A JSON endpoint accepts application/json in any case and with a charset, and refuses other media types.',
  provenBy: 'err-charset-415',
  evidence: 'series',
  operations: JSON_OPERATIONS,
  probe: mediaTypes,

  judge(series) {
    return JSON_TYPE.test(differenceIn(series.label)) ? notAccepted(series) : notRefused(series);
  },
};

const JSON_TYPE = /^application\/json\b/i;

import { notAccepted } from '../../findings/acceptance.ts';
import { requestForms } from '../../probes/http-encodings.ts';
import type { JudgeRule } from '../../rule.ts';

/**
 * Each client and proxy uses its own forms of these: a gateway that refuses a form refuses all
 * requests of that client.
 */
export const transportRequestForms: JudgeRule<'series'> = {
  id: 'transport-request-forms',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9112 §7.1; RFC 9110 §5.1, §10.1.1',
  statement:
    'The gateway accepts a chunked JSON body, one announced by Expect: 100-continue, and header names in any case.',
  provenBy: 'tp-chunked-411',
  evidence: 'series',
  operations: ['chat'],
  probe: requestForms,

  judge(series) {
    return notAccepted(series);
  },
};

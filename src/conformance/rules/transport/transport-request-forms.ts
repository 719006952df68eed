import { notAccepted } from '../../findings/acceptance.ts';
import { requestForms } from '../../probes/http-encodings.ts';
import type { JudgeRule } from '../../rule.ts';

/** Clients and proxies write what they like of these: all that one of them sends is refused. */
export const transportRequestForms: JudgeRule<'series'> = {
  id: 'transport-request-forms',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9112 §7.1; RFC 9110 §5.1, §10.1.1',
  statement:
    'A JSON body in chunks is accepted, one announced by Expect: 100-continue, and header names in any case.',
  provenBy: 'tp-chunked-411',
  evidence: 'series',
  operations: ['chat'],
  probe: requestForms,

  judge(series) {
    return notAccepted(series);
  },
};

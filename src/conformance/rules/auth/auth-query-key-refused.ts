import { notRefused } from '../../findings/acceptance.ts';
import { queryKeys } from '../../probes/bearer-spellings.ts';
import type { JudgeRule } from '../../rule.ts';

/** Addresses stand in every log and in the history of every browser, and so would the key. */
export const authQueryKeyRefused: JudgeRule<'series'> = {
  id: 'auth-query-key-refused',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 6750 §2.3, §5.3',
  statement: 'A key in the query of the address is not accepted.',
  provenBy: 'auth-accept-query-key',
  evidence: 'series',
  operations: ['chat'],
  needs: ['api-key'],
  probe: queryKeys,

  judge(series) {
    return notRefused(series);
  },
};

import { keyElsewhereNotRefused } from '../../findings/acceptance.ts';
import { queryKeys } from '../../probes/bearer-spellings.ts';
import type { JudgeRule } from '../../rule.ts';

/** URLs are written to logs and to the browser history, and the key with them. */
export const authQueryKeyRefused: JudgeRule<'series'> = {
  id: 'auth-query-key-refused',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 6750 §2.3, §5.3',
  statement: 'The gateway does not accept a key in the query of the URL.',
  provenBy: 'auth-accept-query-key',
  evidence: 'series',
  operations: ['chat'],
  needs: ['api-key'],
  probe: queryKeys,

  judge: keyElsewhereNotRefused,
};

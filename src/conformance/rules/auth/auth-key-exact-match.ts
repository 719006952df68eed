import { notRefused } from '../../findings/acceptance.ts';
import { keyMutants } from '../../probes/bearer-spellings.ts';
import type { JudgeRule } from '../../rule.ts';

/** A key that is compared in part can be guessed part by part. */
export const authKeyExactMatch: JudgeRule<'series'> = {
  id: 'auth-key-exact-match',
  level: 'must',
  provenance: 'assumed',
  source: 'interface §Authentication 1 (value Bearer <API_KEY>); RFC 6750 §2.1',
  statement:
    'The gateway compares the whole key, with its case: a key that differs in one character is refused.',
  provenBy: 'auth-prefix-match',
  evidence: 'series',
  operations: ['chat'],
  needs: ['api-key'],
  probe: keyMutants,

  judge(series) {
    return notRefused(series);
  },
};

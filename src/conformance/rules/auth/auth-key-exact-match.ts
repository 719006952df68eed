import { notRefused } from '../../findings/acceptance.ts';
import { keyMutants } from '../../probes/bearer-spellings.ts';
import type { JudgeRule } from '../../rule.ts';

/** A key that half matches is a key that can be guessed half by half. */
export const authKeyExactMatch: JudgeRule<'series'> = {
  id: 'auth-key-exact-match',
  level: 'must',
  provenance: 'assumed',
  source: 'interface §Authentication 1 (value Bearer <API_KEY>); RFC 6750 §2.1',
  statement: 'A key is compared whole and with its case: one that differs in one place is refused.',
  provenBy: 'auth-prefix-match',
  evidence: 'series',
  operations: ['chat'],
  needs: ['api-key'],
  probe: keyMutants,

  judge(series) {
    return notRefused(series);
  },
};

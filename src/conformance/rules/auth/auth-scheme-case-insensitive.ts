import { notAccepted } from '../../findings/acceptance.ts';
import { schemeSpellings } from '../../probes/bearer-spellings.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client library that writes the scheme in another case, which is legal, cannot log in. */
export const authSchemeCaseInsensitive: JudgeRule<'series'> = {
  id: 'auth-scheme-case-insensitive',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §11.1',
  statement: 'The gateway accepts the scheme Bearer in upper, lower or mixed case.',
  provenBy: 'auth-scheme-case-sensitive',
  evidence: 'series',
  operations: ['chat'],
  needs: ['bearer-key'],
  probe: schemeSpellings,

  judge(series) {
    return notAccepted(series);
  },
};

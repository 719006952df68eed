import { notAccepted } from '../../findings/acceptance.ts';
import { schemeSpellings } from '../../probes/bearer-spellings.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client library that spells the scheme its own legal way is locked out. */
export const authSchemeCaseInsensitive: JudgeRule<'series'> = {
  id: 'auth-scheme-case-insensitive',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §11.1',
  statement: 'The scheme is taken in any case.',
  provenBy: 'auth-scheme-case-sensitive',
  evidence: 'series',
  operations: ['chat'],
  needs: ['bearer-key'],
  probe: schemeSpellings,

  judge(series) {
    return notAccepted(series);
  },
};

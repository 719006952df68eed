import { notAccepted } from '../../findings/acceptance.ts';
import { schemeSpaces } from '../../probes/bearer-spellings.ts';
import type { JudgeRule } from '../../rule.ts';

/**
 * A header that a client builds from parts may have more than one space: that client cannot log
 * in.
 */
export const authSchemeSpaces: JudgeRule<'series'> = {
  id: 'auth-scheme-spaces',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9110 §11.4 (one space or more)',
  statement: 'The gateway accepts more than one space after the scheme Bearer.',
  provenBy: 'auth-one-space-only',
  evidence: 'series',
  operations: ['chat'],
  needs: ['bearer-key'],
  probe: schemeSpaces,

  judge(series) {
    return notAccepted(series);
  },
};

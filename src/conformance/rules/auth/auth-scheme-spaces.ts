import { notAccepted } from '../../findings/acceptance.ts';
import { schemeSpaces } from '../../probes/bearer-spellings.ts';
import type { JudgeRule } from '../../rule.ts';

/** A header that was put together from parts may have more than one space: its sender is locked out. */
export const authSchemeSpaces: JudgeRule<'series'> = {
  id: 'auth-scheme-spaces',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9110 §11.4 (one space or more)',
  statement: 'The scheme is taken with more than one space after it.',
  provenBy: 'auth-one-space-only',
  evidence: 'series',
  operations: ['chat'],
  needs: ['bearer-key'],
  probe: schemeSpaces,

  judge(series) {
    return notAccepted(series);
  },
};

import { notRefused } from '../../findings/acceptance.ts';
import { otherSchemes } from '../../probes/bearer-spellings.ts';
import type { JudgeRule } from '../../rule.ts';

/** Filters and logs hide the Bearer header: a key that also works elsewhere leaks from there. */
export const authOtherSchemeRefused: JudgeRule<'series'> = {
  id: 'auth-other-scheme-refused',
  level: 'should',
  provenance: 'assumed',
  source: 'interface §Authentication 1 (Scheme: HTTP bearer)',
  statement:
    'The key is accepted under the scheme Bearer of the Authorization header, and elsewhere only in a form that the gateway offers on purpose.',
  provenBy: 'auth-accept-raw-key',
  evidence: 'series',
  operations: ['chat'],
  needs: ['api-key'],
  probe: otherSchemes,

  judge(series) {
    return notRefused(series);
  },
};

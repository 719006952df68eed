import { keyElsewhereNotRefused } from '../../findings/acceptance.ts';
import { otherSchemes } from '../../probes/bearer-spellings.ts';
import type { JudgeRule } from '../../rule.ts';

/** Filters and logs mask the Bearer header: a key that also works elsewhere leaks from there. */
export const authOtherSchemeRefused: JudgeRule<'series'> = {
  id: 'auth-other-scheme-refused',
  level: 'should',
  provenance: 'assumed',
  source: 'interface §Authentication 1 (Scheme: HTTP bearer)',
  statement:
    'The gateway accepts a key only with the scheme Bearer in the Authorization header, or in another form that it offers on purpose.',
  provenBy: 'auth-accept-raw-key',
  evidence: 'series',
  operations: ['chat'],
  needs: ['api-key'],
  probe: otherSchemes,

  judge: keyElsewhereNotRefused,
};

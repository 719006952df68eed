import { readChallenges } from '../../../answers/www-authenticate.ts';
import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { unauthenticated } from '../../probes/unauthenticated.ts';
import { type JudgeRule, need, needSeen } from '../../rule.ts';
import { BEARER_KEY, isBearer, keyCarriage } from '../../sending/key-carriage.ts';

/**
 * A generic client reads in the challenge which scheme to use: without it, the client can only
 * fail.
 */
export const authWwwAuthenticate: JudgeRule<'failure'> = {
  id: 'auth-www-authenticate',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9110 §11.6.1; RFC 6750 §3, §3.1',
  statement:
    'A 401 has a WWW-Authenticate challenge with the scheme Bearer, and no error code if the request had no key.',
  provenBy: 'auth-no-challenge',
  evidence: 'failure',
  operations: OPERATION_NAMES,
  needs: ['api-key'],
  probe: unauthenticated,

  *judge({ exchange, status }, expect) {
    needSeen(isBearer(keyCarriage(expect)), BEARER_KEY);
    need(status === 401, 'a 401');
    const values = (exchange.answer?.headers ?? [])
      .filter(([name]) => name === 'www-authenticate')
      .map(([, value]) => value);
    const challenges = values.flatMap(readChallenges).filter(({ scheme }) => scheme === 'bearer');
    const where = 'www-authenticate';
    const actual = values.join(', ') || 'absent';
    if (challenges.length === 0) yield { expected: 'Bearer', actual, where };
    const hasCode = challenges.some(({ parameters }) => parameters.includes('error'));
    if (hasCode && exchange.request.credential === 'none') {
      yield { expected: 'no error code', actual, where };
    }
  },
};

import { member } from '../../../answers/json.ts';
import { narrow } from '../../../answers/narrow.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { isSettled } from '../../findings/acceptance.ts';
import { invalidWithoutKey } from '../../probes/unauthenticated.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Without a key, an attacker learns which jobs exist and makes the gateway do work. */
export const authBeforeEverything: JudgeRule<'series'> = {
  id: 'auth-before-everything',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 6750 §3.1; OWASP API Security Top 10 2023, API2',
  statement:
    'The gateway refuses a request without a key before it looks at the body or the resource.',
  provenBy: 'auth-after-lookup',
  evidence: 'series',
  operations: ['chat', 'video-read'],
  needs: ['api-key'],
  probe: invalidWithoutKey,

  *judge({ label, exchanges }) {
    const [good, odd] = exchanges;
    need(good && odd && isSettled(good) && isSettled(odd), 'an answer to both requests');
    const alike = good.operation === odd.operation;
    const [expected, actual] = [refusalOf(good, alike), refusalOf(odd, alike)];
    need(expected.startsWith('4'), 'a refusal of the request without a key');
    if (actual !== expected) {
      yield { expected: `${expected}, for ${label} too`, actual, exchange: odd };
    }
  },
};

/**
 * What is compared of a refusal: its ids and times may differ, and two operations may describe the
 * same refusal differently.
 */
function refusalOf(exchange: Exchange, inDetail: boolean): string {
  if (!inDetail) return String(exchange.answer?.status ?? '');
  const answer = narrow('failure', exchange);
  const error = member(answer?.json, 'error');
  const words = [exchange.answer?.status, member(error, 'type'), member(error, 'code')];
  return words.filter((word) => word !== undefined).join(' ');
}

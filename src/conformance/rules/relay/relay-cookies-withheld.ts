import { BILLABLE } from '../../../contract/operations.ts';
import { needCalls } from '../../findings/upstream-calls.ts';
import { relayedCookies } from '../../probes/relay/headers.ts';
import type { JudgeRule } from '../../rule.ts';

/** A cookie identifies a session: the provider can act as the caller, or one caller as another. */
export const relayCookiesWithheld: JudgeRule<'relay'> = {
  id: 'relay-cookies-withheld',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 6265 §8.5: cookies belong to one origin',
  statement:
    'Cookies of a caller do not reach the upstream, and cookies of the upstream do not come back with the request of another caller.',
  provenBy: 'relay-forward-cookies',
  evidence: 'relay',
  operations: BILLABLE,
  needs: ['upstream'],
  probe: relayedCookies,

  *judge(relay) {
    const [exchange] = relay.exchanges;
    for (const { request } of needCalls(relay)) {
      const cookie = request.headers.find(([name]) => name === 'cookie');
      if (cookie === undefined) continue;
      yield {
        expected: 'no cookie upstream',
        actual: cookie[1],
        where: 'header cookie of the upstream request',
        ...(exchange && { exchange }),
      };
      return;
    }
  },
};

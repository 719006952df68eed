import { BILLABLE } from '../../../contract/operations.ts';
import { needCalls } from '../../findings/upstream-calls.ts';
import { HOP_VALUE, LISTED_HEADER, relayedHopHeaders } from '../../probes/relay/headers.ts';
import type { JudgeRule } from '../../rule.ts';

/** The digest that stands for the credentials of a proxy upstream. */
const PROXY_CREDENTIALS = 'proxy-authorization';

/** A header for one connection means something else on the next one: credentials, framing, upgrades. */
export const relayHopHeaders: JudgeRule<'relay'> = {
  id: 'relay-hop-headers',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §7.6.1',
  statement: 'Headers for the connection of the caller are not forwarded to the upstream.',
  provenBy: 'relay-forward-hop',
  evidence: 'relay',
  operations: BILLABLE,
  needs: ['upstream'],
  probe: relayedHopHeaders,

  *judge(relay) {
    const [exchange] = relay.exchanges;
    const { headers } = needCalls(relay).at(-1)?.request ?? { headers: [] };
    for (const [name, value] of headers) {
      const isForwarded =
        name === LISTED_HEADER || name === PROXY_CREDENTIALS || value.includes(HOP_VALUE);
      if (!isForwarded) continue;
      yield {
        expected: 'absent',
        actual: value,
        where: `header ${name} of the upstream request`,
        ...(exchange && { exchange }),
      };
    }
  },
};

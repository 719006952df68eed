import { lateEnd } from '../../findings/upstream/late-end.ts';
import { unreadAnswers } from '../../probes/relay/disconnects.ts';
import type { JudgeRule } from '../../rule.ts';

/** Each connection that stays busy is lost to the pool, until no request reaches the provider. */
export const relayConnectionsFreed: JudgeRule<'relay'> = {
  id: 'relay-connections-freed',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9112 §9.5: a client closes a connection that it does not use further',
  statement:
    'After a failure, or when a caller disconnects, no connection to the upstream stays busy.',
  provenBy: 'relay-leak-connection',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  measuresTime: true,
  probe: unreadAnswers,

  *judge(relay, expect) {
    yield* lateEnd(relay, expect.upstreamReleaseMs);
  },
};

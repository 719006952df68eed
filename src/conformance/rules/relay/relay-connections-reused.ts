import { needCalls } from '../../findings/upstream-calls.ts';
import { requestsInTurn } from '../../probes/relay/pace.ts';
import { type JudgeRule, need } from '../../rule.ts';

const LEAST_REQUESTS = 10;
/** One in ten may need a new connection. */
const SHARE = 0.9;

/** A new connection, with its TLS handshake, costs a round trip or three before each first token. */
export const relayConnectionsReused: JudgeRule<'relay'> = {
  id: 'relay-connections-reused',
  level: 'may',
  provenance: 'assumed',
  source: 'RFC 9112 §9.3: connections are persistent by default; cost: a handshake takes time',
  statement: 'Nine of ten successive requests reuse a connection to the upstream.',
  provenBy: 'relay-close-each',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  probe: requestsInTurn,

  *judge(relay) {
    const calls = needCalls(relay);
    need(calls.length >= LEAST_REQUESTS, `${LEAST_REQUESTS} upstream requests in succession`);
    const reused = calls.filter(({ nthOnConnection }) => nthOnConnection > 1).length;
    const least = Math.floor(calls.length * SHARE);
    if (reused >= least) return;
    yield {
      expected: `at least ${least} of ${calls.length} upstream requests on a connection that was used before`,
      actual: `${reused}`,
    };
  },
};

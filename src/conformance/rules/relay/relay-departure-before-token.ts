import { wentOnAlone } from '../../findings/upstream/late-end.ts';
import { leftBeforeToken } from '../../probes/relay/disconnects.ts';
import type { JudgeRule } from '../../rule.ts';

/** Callers give up while they wait for the first token: each retry adds a stream that is billed. */
export const relayDepartureBeforeToken: JudgeRule<'relay'> = {
  id: 'relay-departure-before-token',
  level: 'should',
  provenance: 'assumed',
  source: 'LiteLLM PR #31499; billing: a provider charges for each token',
  statement:
    'When a caller disconnects before the first token of a stream, the gateway ends the upstream request in time.',
  provenBy: 'relay-ignore-early-departure',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  measuresTime: true,
  probe: leftBeforeToken,

  *judge(relay, expect) {
    yield* wentOnAlone(relay, expect.upstreamDisconnectMs);
  },
};

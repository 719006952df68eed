import { wentOnAlone } from '../../findings/upstream/late-end.ts';
import { leftStreams } from '../../probes/relay/disconnects.ts';
import type { JudgeRule } from '../../rule.ts';

/** The provider goes on to generate and to bill tokens that no caller reads. */
export const relayDepartureStream: JudgeRule<'relay'> = {
  id: 'relay-departure-stream',
  level: 'must',
  provenance: 'assumed',
  source: 'LiteLLM #17364; billing: a provider charges for each token',
  statement:
    'When a caller disconnects within a stream, the gateway ends the upstream stream in time.',
  provenBy: 'relay-drain-upstream',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  measuresTime: true,
  probe: leftStreams,

  *judge(relay, expect) {
    yield* wentOnAlone(relay, expect.upstreamDisconnectMs);
  },
};

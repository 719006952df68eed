import { wentOnAlone } from '../../findings/upstream/late-end.ts';
import { leftAnswers } from '../../probes/relay/disconnects.ts';
import type { JudgeRule } from '../../rule.ts';

/** The provider generates, and bills, an answer that no caller gets. */
export const relayDepartureSync: JudgeRule<'relay'> = {
  id: 'relay-departure-sync',
  level: 'should',
  provenance: 'assumed',
  source: 'LiteLLM PR #30223; billing: a provider charges for each token',
  statement:
    'When a caller disconnects before its answer in one body, the gateway ends the upstream request in time.',
  provenBy: 'relay-ignore-departure',
  evidence: 'relay',
  operations: ['chat', 'responses', 'images', 'transcription'],
  needs: ['upstream'],
  measuresTime: true,
  probe: leftAnswers,

  *judge(relay, expect) {
    yield* wentOnAlone(relay, expect.upstreamDisconnectMs);
  },
};

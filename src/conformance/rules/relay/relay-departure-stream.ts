import { callsOf } from '../../findings/upstream-calls.ts';
import { leftStreams } from '../../probes/left-streams.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

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
    const [exchange] = relay.exchanges;
    concerns(exchange?.outcome === 'aborted', 'a caller that disconnects');
    const calls = callsOf(relay);
    need(calls.length + relay.open > 0, 'an upstream request that carries the word of the prompt');
    const within = `the upstream stream ended within ${expect.upstreamDepartureMs} ms`;
    if (relay.open > 0) {
      yield { expected: within, actual: 'it went on', exchange };
      return;
    }
    const leftMs = exchange.timing.endMs;
    const lateMs = Math.max(...calls.map(({ endMs }) => endMs)) - leftMs;
    if (lateMs <= expect.upstreamDepartureMs) return;
    yield { expected: within, actual: `it ended after ${lateMs.toFixed(0)} ms`, exchange };
  },
};

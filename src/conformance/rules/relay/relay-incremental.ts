import { DELTAS_TO_SHOW_PACE } from '../../findings/pacing.ts';
import { needServingCall } from '../../findings/upstream-calls.ts';
import { relayedPace } from '../../probes/relay/pace.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** The part of the time of a stream by which its first token may be late. */
const MOST_DELAY = 0.25;
/** A shorter stream may rightly arrive at once. */
const SHORTEST_MS = 400;

/** A stream that is buffered until its end makes the user wait for all of it. */
export const relayIncremental: JudgeRule<'relay'> = {
  id: 'relay-incremental',
  level: 'must',
  provenance: 'assumed',
  source: 'the purpose of streaming',
  statement: 'The gateway passes a token on before the upstream has written the last one.',
  provenBy: 'relay-buffer-all',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  measuresTime: true,
  probe: relayedPace,

  *judge(relay) {
    const [exchange, again] = relay.exchanges;
    concerns(exchange && again === undefined, 'one request');
    const { tokensMs, readBytesPerSecond } = exchange.timing;
    concerns(
      tokensMs !== undefined && readBytesPerSecond === undefined,
      'a stream that is read without delay',
    );
    const { tokens } = needServingCall(relay).answer;
    need(tokens.length >= DELTAS_TO_SHOW_PACE, `${DELTAS_TO_SHOW_PACE} tokens of the upstream`);
    const written = spreadMs(tokens.map(({ atMs }) => atMs));
    need(written >= SHORTEST_MS, `a stream that takes ${SHORTEST_MS} ms`);
    const arrived = spreadMs(tokensMs);
    // However the clocks differ: the first token was later than the last by this time.
    const heldMs = written - arrived;
    if (heldMs <= written * MOST_DELAY) return;
    yield {
      expected: `tokens over at least ${(written * (1 - MOST_DELAY)).toFixed(0)} ms, as the upstream writes them over ${written.toFixed(0)} ms`,
      actual: `tokens over ${arrived.toFixed(0)} ms`,
      exchange,
    };
  },
};

function spreadMs(moments: readonly number[]): number {
  return (moments.at(-1) ?? 0) - (moments[0] ?? 0);
}

import { narrow } from '../../../answers/narrow.ts';
import { textArrivals } from '../../../answers/text-arrivals.ts';
import { needServingCall } from '../../findings/upstream-calls.ts';
import { relayedEvenPace } from '../../probes/relay/pace.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** Fewer tokens do not show a habit. */
const TOKENS_TO_SHOW = 20;
/** Tokens that are written closer together may rightly be sent together. */
const APART_MS = 10;
/** The least share of reads with several tokens that is a habit: a busy machine delays many reads. */
const HABIT_SHARE = 0.5;
/** The least share of tokens that come after the next one was written, in a stream that holds each back. */
const HELD_SHARE = 0.9;
/** The last token waits for no other. A gateway that delays each by a fixed time delays it as much. */
const LAST_DELAY = 0.8;

/** Text that arrives in bursts is hard to read, and each token waits for later ones. */
export const relayNoCoalescing: JudgeRule<'relay'> = {
  id: 'relay-no-coalescing',
  level: 'should',
  provenance: 'assumed',
  source: 'the purpose of streaming; nginx, proxy_buffering; HAProxy, option http-no-delay',
  statement:
    'The gateway does not collect tokens that the upstream writes 20 ms apart, and does not hold each back until the next one.',
  provenBy: 'relay-batch-100ms',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  measuresTime: true,
  probe: relayedEvenPace,

  *judge(relay) {
    const [exchange] = relay.exchanges;
    concerns(
      exchange?.timing.readBytesPerSecond === undefined,
      'a caller that reads without delay',
    );
    const stream = exchange && narrow('stream', exchange);
    need(stream, 'a whole 2xx event stream');
    const { tokens } = needServingCall(relay).answer;
    const apart = tokens.filter(
      ({ atMs }, at) => atMs - (tokens[at - 1]?.atMs ?? Number.NEGATIVE_INFINITY) >= APART_MS,
    );
    need(apart.length >= TOKENS_TO_SHOW, `${TOKENS_TO_SHOW} tokens that are written apart`);
    const all = textArrivals(stream);
    const arrivals = apart.flatMap(
      ({ characters }) => all.find((each) => each.characters >= characters) ?? [],
    );
    need(arrivals.length === apart.length, 'the whole text', 'relay-text-unchanged');
    const byRead = [...Map.groupBy(arrivals, ({ read }) => read).values()];
    const shared = byRead.filter(({ length }) => length > 1).length;
    if (shared >= byRead.length * HABIT_SHARE) {
      yield {
        expected: `one read for each of ${apart.length} tokens that the upstream wrote apart`,
        actual: `reads: ${byRead.length}; with several tokens: ${shared}`,
        exchange,
      };
      return;
    }
    const { sendMs } = exchange.timing;
    const delaysMs = arrivals.map(({ atMs }, at) => sendMs + atMs - (apart[at]?.atMs ?? 0));
    const lastMs = delaysMs.pop() ?? 0;
    const heldMs = delaysMs.filter((delayMs, at) => {
      const [own, next] = [apart[at], apart[at + 1]];
      return own && next && delayMs >= next.atMs - own.atMs;
    });
    const isHeld = heldMs.length >= delaysMs.length * HELD_SHARE;
    if (!isHeld || lastMs > Math.min(...heldMs) * LAST_DELAY) return;
    yield {
      expected: 'each token passed on before the upstream writes the next one',
      actual: `${heldMs.length} of ${delaysMs.length} tokens passed on only after the next one was written`,
      exchange,
    };
  },
};

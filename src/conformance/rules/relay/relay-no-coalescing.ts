import { narrow } from '../../../answers/narrow.ts';
import { textArrivals } from '../../../answers/text-arrivals.ts';
import { needServingCall } from '../../findings/upstream-calls.ts';
import { relayedEvenPace } from '../../probes/relayed-even-pace.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** Fewer tokens do not show a habit. */
const TOKENS_TO_SHOW = 20;
/** Tokens that are written closer together may rightly be sent together. */
const APART_MS = 10;
/** The least share of reads with several tokens that is a habit: a busy machine delays many reads. */
const HABIT_SHARE = 0.5;

/** Text that comes in gusts reads badly, and each token waits for the next ones. */
export const relayNoCoalescing: JudgeRule<'relay'> = {
  id: 'relay-no-coalescing',
  level: 'should',
  provenance: 'assumed',
  source: 'the purpose of streaming; nginx, proxy_buffering; HAProxy, option http-no-delay',
  statement: 'Tokens that the upstream writes 20 ms apart are not held back to be sent together.',
  provenBy: 'relay-batch-100ms',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  measuresTime: true,
  probe: relayedEvenPace,

  *judge(relay) {
    const [exchange] = relay.exchanges;
    concerns(exchange?.timing.readBytesPerSecond === undefined, 'a caller that reads at once');
    const stream = exchange && narrow('stream', exchange);
    need(stream, 'a whole 2xx event stream');
    const { tokens } = needServingCall(relay).answer;
    const apart = tokens.filter(
      ({ atMs }, at) => atMs - (tokens[at - 1]?.atMs ?? Number.NEGATIVE_INFINITY) >= APART_MS,
    );
    need(apart.length >= TOKENS_TO_SHOW, `${TOKENS_TO_SHOW} tokens that are written apart`);
    const arrivals = textArrivals(stream);
    const reads = apart.map(
      ({ characters }) => arrivals.find((each) => each.characters >= characters)?.read,
    );
    need(!reads.includes(undefined), 'the whole text', 'relay-text-unchanged');
    const byRead = [...Map.groupBy(reads, (read) => read).values()];
    const shared = byRead.filter(({ length }) => length > 1).length;
    if (shared < byRead.length * HABIT_SHARE) return;
    yield {
      expected: `${apart.length} tokens, which the upstream wrote apart, in as many reads`,
      actual: `reads: ${byRead.length}; with several tokens: ${shared}`,
      exchange,
    };
  },
};

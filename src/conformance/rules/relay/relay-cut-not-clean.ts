import { chatChunks } from '../../../answers/chat-chunks.ts';
import { failsInBand } from '../../../answers/failures/error-events.ts';
import { narrow, type Stream } from '../../../answers/narrow.ts';
import { responseEvents } from '../../../answers/response-events.ts';
import { DONE } from '../../../contract/stream-events.ts';
import type { UpstreamExchange } from '../../../exchange/upstream/upstream-exchange.ts';
import { needCalls } from '../../findings/upstream-calls.ts';
import { cutUpstream } from '../../probes/relay/streams.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** The end of a response that is complete, or cut at a limit. */
const LAST_EVENTS = ['response.completed', 'response.incomplete'];

/** Half an answer that ends like a whole one is stored, shown and used. */
export const relayCutNotClean: JudgeRule<'relay'> = {
  id: 'relay-cut-not-clean',
  level: 'must',
  provenance: 'assumed',
  source: 'half an answer is not an answer; RFC 9112 §8',
  statement: 'A stream that the upstream did not complete does not end for the caller as complete.',
  provenBy: 'relay-clean-end-on-cut',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  probe: cutUpstream,

  *judge(relay) {
    const [exchange] = relay.exchanges;
    const last = needCalls(relay).at(-1);
    concerns(exchange && last?.failure !== undefined, 'a stream that the upstream completed');
    const stream = narrow('begun', exchange);
    need(stream?.form === 'stream', 'an event stream');
    if (failsInBand(stream)) return;
    const sent = Buffer.from(last.answer.body).toString('utf8');
    const wrong =
      exchange.operation === 'chat' ? chatEnd(stream, last, sent) : responseEnd(stream, sent);
    if (wrong === undefined) return;
    yield { expected: 'no sign of a complete answer, or an error', actual: wrong, exchange };
  },
};

/** What says that a chat is complete, and does not come from the upstream. */
function chatEnd(stream: Stream, { outcome }: UpstreamExchange, sent: string): string | undefined {
  const finish = chatChunks(stream)
    .flatMap(({ choices }) => choices)
    .find(({ finishReason }) => typeof finishReason === 'string')?.finishReason;
  if (typeof finish === 'string' && !sent.includes(`"finish_reason":"${finish}"`)) {
    return `finish_reason ${JSON.stringify(finish)}`;
  }
  const hasDone = stream.events.some(({ data }) => data === DONE);
  // Where the upstream ended the body, the end of the stream may be made complete.
  return hasDone && outcome === 'failed' && !sent.includes(DONE) && finish === undefined
    ? DONE
    : undefined;
}

function responseEnd(stream: Stream, sent: string): string | undefined {
  const types = responseEvents(stream).map(({ type }) => type);
  return types.find((type) => LAST_EVENTS.includes(type) && !sent.includes(`"${type}"`));
}

import { chatChunks } from '../../../answers/chat-chunks.ts';
import { failsInBand } from '../../../answers/failures/error-events.ts';
import { narrow, type Stream } from '../../../answers/narrow.ts';
import { replyText } from '../../../answers/reply.ts';
import { responseEvents } from '../../../answers/response-events.ts';
import { textArrivals } from '../../../answers/text-arrivals.ts';
import { DONE } from '../../../contract/stream-events.ts';
import type { UpstreamExchange } from '../../../exchange/upstream/upstream-exchange.ts';
import { relayRule } from '../../declare.ts';
import { hasHalfCharacter } from '../../findings/half-character.ts';
import { DELTAS_TO_SHOW_PACE } from '../../findings/pacing.ts';
import { needUnusualStream, unusualStreamFindings } from '../../findings/unusual-stream.ts';
import { needCalls, needServingCall } from '../../findings/upstream-calls.ts';
import { relayedEvenPace, relayedPace } from '../../probes/relay/answers.ts';
import { cutUpstream, oddlyFramed, splicedUpstream } from '../../probes/relay/streams.ts';
import { wholeStream } from '../../rows/relays.ts';
import { appliesTo, need } from '../../rule.ts';

export const relayEmptyChoices = wholeStream('relay-empty-choices', {
  level: 'must',
  assumed: 'OpenAI API reference, stream_options',
  statement: 'A chunk of the upstream without choices neither ends nor breaks the stream.',
  harm: 'Providers send usage in a chunk without choices: a gateway that always reads the first choice fails.',
  provenBy: 'relay-choices-zero',
  operations: ['chat'],
  probe: oddlyFramed,
  framing: 'usage-empty-choices',
});

export const relayForeignFraming = wholeStream('relay-foreign-framing', {
  level: 'must',
  assumed: 'WHATWG HTML §9.2.6, interpreting an event stream',
  statement:
    'An upstream stream with comments, id:, retry:, CRLF or several data lines for one event reaches the caller complete.',
  harm: 'Providers write streams in different legal forms: the answers of some of them are lost.',
  provenBy: 'relay-naive-split',
  operations: ['chat', 'responses'],
  probe: oddlyFramed,
  framing: 'foreign-framing',
});

export const relaySplitCharacter = relayRule('relay-split-character', {
  level: 'must',
  assumed: 'UTF-8, RFC 3629 §3',
  statement: 'A character that the upstream wrote in two parts arrives whole, in one event.',
  harm: 'Characters beyond ASCII sometimes turn into question marks.',
  provenBy: 'relay-decode-per-chunk',
  operations: ['chat', 'responses'],
  probe: oddlyFramed,
  *judge(relay) {
    yield* unusualStreamFindings(relay, 'split-character');
    const [asked] = relay.exchanges;
    const stream = asked && narrow('stream', asked);
    if (stream === undefined) return;
    const { events, exchange } = stream;
    for (const { data, json, atMs } of events) {
      if (!hasHalfCharacter(data, json)) continue;
      yield { expected: 'whole characters, no lone surrogate', actual: data, atMs, exchange };
    }
  },
});

export const relayEventLarge = relayRule('relay-event-large', {
  level: 'must',
  assumed: 'fidelity: a part is not the whole',
  statement: 'An event of 1 MiB of the upstream arrives whole, or the caller gets an error.',
  harm: 'An answer that lost its end looks like a whole one.',
  provenBy: 'relay-cap-line',
  operations: ['chat', 'responses'],
  probe: oddlyFramed,
  *judge(relay) {
    const { exchange, call, text } = needUnusualStream(relay, 'big-event');
    const written = call.answer.tokens.at(-1)?.characters;
    need(written !== undefined, 'an upstream that wrote a text');
    if (text === undefined || text.length === written) return;
    yield {
      expected: `${written} characters, or an error`,
      actual: `${text.length} characters`,
      where: 'the joined text',
      exchange,
    };
  },
});

/** The end of a response that is complete, or cut at a limit. */
const LAST_EVENTS = ['response.completed', 'response.incomplete'];

export const relayCutNotClean = relayRule('relay-cut-not-clean', {
  level: 'must',
  assumed: 'half an answer is not an answer; RFC 9112 §8',
  statement: 'A stream that the upstream did not complete does not end for the caller as complete.',
  harm: 'Half an answer that ends like a whole one is stored, shown and used.',
  provenBy: 'relay-clean-end-on-cut',
  operations: ['chat', 'responses'],
  probe: cutUpstream,
  *judge(relay) {
    const [exchange] = relay.exchanges;
    const last = needCalls(relay).at(-1);
    appliesTo(exchange && last?.failure !== undefined, 'a stream that the upstream completed');
    const stream = narrow('begun', exchange);
    need(stream?.form === 'stream', 'an event stream');
    if (failsInBand(stream)) return;
    const sent = Buffer.from(last.answer.body).toString('utf8');
    const wrong =
      exchange.operation === 'chat' ? chatEnd(stream, last, sent) : responseEnd(stream, sent);
    if (wrong === undefined) return;
    yield { expected: 'no sign of a complete answer, or an error', actual: wrong, exchange };
  },
});

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

export const relayNoSplice = relayRule('relay-no-splice', {
  level: 'must',
  assumed: 'fidelity: the answer is one answer of the model; RFC 9110 §9.2.2',
  statement: 'A stream that fails after its first token is not continued with another answer.',
  harm: 'The halves of two answers read like one, with a break in the middle of a sentence or of JSON.',
  provenBy: 'relay-splice-retry',
  operations: ['chat', 'responses'],
  probe: splicedUpstream,
  *judge(relay) {
    const [exchange] = relay.exchanges;
    const calls = needCalls(relay);
    const hasFailed = calls.some(({ failure }) => failure !== undefined);
    appliesTo(exchange && hasFailed, 'a stream that the upstream completed');
    const begun = narrow('begun', exchange);
    need(begun, 'an answer');
    const got = wordsOf(replyText(begun));
    const texts = calls.map(({ answer }) => wordsOf(answer.text));
    const parts = texts.filter((text) => {
      const others = texts.filter((other) => other !== text);
      return text.some((word) => got.includes(word) && !others.flat().includes(word));
    });
    if (parts.length < 2) return;
    yield {
      expected: 'the text of one upstream answer',
      actual: `parts of ${parts.length}`,
      where: 'the joined text',
      exchange,
    };
  },
});

function wordsOf(text = ''): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** The part of the time of a stream by which its first token may be late. */
const MOST_DELAY = 0.25;

/** A shorter stream may rightly arrive at once. */
const SHORTEST_MS = 400;

export const relayIncremental = relayRule('relay-incremental', {
  level: 'must',
  assumed: 'the purpose of streaming',
  statement: 'The gateway passes a token on before the upstream has written the last one.',
  harm: 'A stream that is buffered until its end makes the user wait for all of it.',
  provenBy: 'relay-buffer-all',
  operations: ['chat', 'responses'],
  measuresTime: true,
  probe: relayedPace,
  *judge(relay) {
    const [exchange, again] = relay.exchanges;
    appliesTo(exchange && again === undefined, 'one request');
    const { tokensMs, readBytesPerSecond } = exchange.timing;
    appliesTo(
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
});

function spreadMs(moments: readonly number[]): number {
  return (moments.at(-1) ?? 0) - (moments[0] ?? 0);
}

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

export const relayNoCoalescing = relayRule('relay-no-coalescing', {
  level: 'should',
  assumed: 'the purpose of streaming; nginx, proxy_buffering; HAProxy, option http-no-delay',
  statement:
    'The gateway does not collect tokens that the upstream writes 20 ms apart, and does not hold each back until the next one.',
  harm: 'Text that arrives in bursts is hard to read, and each token waits for later ones.',
  provenBy: 'relay-batch-100ms',
  operations: ['chat', 'responses'],
  measuresTime: true,
  probe: relayedEvenPace,
  *judge(relay) {
    const [exchange] = relay.exchanges;
    appliesTo(
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
});

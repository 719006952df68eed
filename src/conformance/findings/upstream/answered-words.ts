import { objectsIn } from '../../../answers/json.ts';
import { memoizeLast } from '../../../answers/memo-last.ts';
import { narrow } from '../../../answers/narrow.ts';
import { givenText } from '../../../answers/reply.ts';
import { sentBodyOf, sentText } from '../../../answers/sent-body.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { noncesIn } from '../../../exchange/nonce.ts';
import type { UpstreamExchange } from '../../../exchange/upstream/upstream-exchange.ts';
import type { Relay } from '../../evidence.ts';
import { need } from '../../rule.ts';
import { callsOf, needServingCall } from '../upstream-calls.ts';
import { promptTexts } from '../upstream-request.ts';

/** The nonces of one request of a relay, and of its answer. */
interface AnsweredWords {
  readonly exchange: Exchange;
  /** Those that the caller sent, or the upstream got where they are in a file. */
  readonly own: readonly string[];
  /** Those of the answer. */
  readonly given: readonly string[];
  /** Those of the answer that belong to another request. */
  readonly foreign: readonly string[];
}

/** Each request of a relay with its words. */
export const answeredWords = memoizeLast((relay: Relay): readonly AnsweredWords[] => {
  const received = receivedWords(relay);
  const written = writtenWords(relay);
  return relay.exchanges.map((exchange) => {
    const repeated = repeatedWords(exchange);
    const own = sentWords(exchange).filter((word) => !repeated.includes(word));
    const known = received.filter((word) => !repeated.includes(word));
    const right = new Set([...own, ...known, ...written]);
    const reply = narrow('reply', exchange);
    const given = [...noncesIn((reply && givenText(reply)) ?? '')];
    const foreign = given.filter((word) => !right.has(word));
    return { exchange, own: own.length > 0 ? own : known, given, foreign };
  });
});

/**
 * The only call with a whole 2xx answer, for a rule that compares it with what the caller got: both must
 * belong to one request. `relay-no-cross-talk` and `relay-prompt-unchanged` find those that do not.
 */
export function needOwnServingCall(relay: Relay): UpstreamExchange {
  const serving = needServingCall(relay);
  const answers = answeredWords(relay);
  const isOwn = answers.every(({ foreign }) => foreign.length === 0);
  need(isOwn, 'the answer to this request, not to another one', 'relay-no-cross-talk');
  const written = writtenWords(relay);
  const isFromElsewhere = answers.some(
    ({ given }) => given.length > 0 && written.length > 0 && !given.some(isIn(written)),
  );
  const isWhole = !(isFromElsewhere && lacksTurns(relay));
  need(isWhole, 'an upstream request with all turns of this request', 'relay-prompt-unchanged');
  return serving;
}

/** For a rule that compares a request with that to the upstream, which must not be of two requests. */
export function needUnmixedTurns(relay: Relay): void {
  const sent = relay.exchanges.flatMap(sentWords);
  const isMixed = lacksTurns(relay) && !receivedWords(relay).every(isIn(sent));
  need(!isMixed, 'an upstream request with turns of this request only', 'relay-prompt-unchanged');
}

/** Whether a word of the request did not reach the upstream. */
function lacksTurns(relay: Relay): boolean {
  return !relay.exchanges.flatMap(sentWords).every(isIn(receivedWords(relay)));
}

function isIn(words: readonly string[]): (word: string) => boolean {
  return (word) => words.includes(word);
}

function sentWords(exchange: Exchange): readonly string[] {
  return [...noncesIn(sentText(exchange))];
}

/** Those that a dialog repeats only in earlier answers, which may have been those to other requests. */
function repeatedWords(exchange: Exchange): readonly string[] {
  const { body } = sentBodyOf(exchange) ?? {};
  const messages = [...objectsIn(body?.messages), ...objectsIn(body?.input)];
  const wordsOf = (given: typeof messages) => noncesIn(promptTexts({ messages: given }).join('\n'));
  const prompted = wordsOf(messages.filter(({ role }) => role !== 'assistant'));
  const answers = wordsOf(messages.filter(({ role }) => role === 'assistant'));
  return [...answers].filter((word) => !prompted.has(word));
}

function receivedWords(relay: Relay): readonly string[] {
  return callsOf(relay).flatMap(({ nonces }) => nonces);
}

/** Those that the upstream wrote, and that the caller is to get. */
function writtenWords(relay: Relay): readonly string[] {
  return callsOf(relay).flatMap(({ answer }) => [...noncesIn(answer.text ?? '')]);
}

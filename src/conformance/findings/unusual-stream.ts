import { failsInBand } from '../../answers/failures/error-events.ts';
import { describeOutcome, narrow } from '../../answers/narrow.ts';
import { replyText } from '../../answers/reply.ts';
import { type Exchange, isSuccess } from '../../exchange/exchange.ts';
import type { UpstreamExchange } from '../../exchange/upstream/upstream-exchange.ts';
import type { UpstreamFailure } from '../../exchange/upstream/upstream-step.ts';
import type { Relay } from '../evidence.ts';
import { appliesTo, type Finding, need } from '../rule.ts';
import { textDifference } from './differences.ts';
import { needServingCall } from './upstream-calls.ts';

/** A whole stream that the upstream wrote in an unusual way, and what the caller got of it. */
interface UnusualStream {
  readonly exchange: Exchange;
  readonly call: UpstreamExchange;
  /** The joined text; undefined when the caller got an error, or a part that says so. */
  readonly text: string | undefined;
}

/** A stream that was written in this way; other relays are not the rule's. */
export function needUnusualStream(relay: Relay, framing: UpstreamFailure): UnusualStream {
  const [exchange] = relay.exchanges;
  needOrdinaryRelay(relay);
  appliesTo(
    relay.upstream.some(({ failure }) => failure === framing),
    `a stream of the upstream with ${framing}`,
  );
  need(exchange?.answer, 'an answer');
  need(exchange.outcome !== 'oversize', 'an answer that Assay did not cut at its limit');
  const call = needServingCall(relay);
  const stream = narrow('stream', exchange);
  const isWhole = stream !== undefined && !failsInBand(stream);
  return { exchange, call, text: isWhole ? (replyText(stream) ?? '') : undefined };
}

/** How the text that the caller got differs from the one that the upstream wrote in this way. */
export function* unusualStreamFindings(relay: Relay, framing: UpstreamFailure): Generator<Finding> {
  const { exchange, call, text } = needUnusualStream(relay, framing);
  const { text: sent } = call.answer;
  need(sent !== undefined, 'a text of at most 1 MiB');
  if (text === undefined) {
    yield { expected: 'the whole stream', actual: 'an error, or a part of it', exchange };
    return;
  }
  const difference = textDifference(sent, text);
  if (difference) yield { ...difference, where: 'the joined text', exchange };
}

/**
 * A gateway that refuses the request whatever the upstream answers shows nothing of how it handles an
 * unusual answer. A relay of an ordinary upstream is one that was refused: see `afterPlain`.
 */
export function needOrdinaryRelay({ exchanges: [exchange], upstream }: Relay): void {
  if (exchange === undefined || upstream.some(({ failure }) => failure !== undefined)) return;
  need(
    isSuccess(exchange.answer),
    `an answer that the gateway relays when nothing is unusual: ${describeOutcome(exchange)}`,
    `${exchange.operation}-accepted`,
  );
}

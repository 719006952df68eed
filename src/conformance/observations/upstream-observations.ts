import { chatChunks } from '../../answers/chat-chunks.ts';
import { failsInBand } from '../../answers/failures/error-events.ts';
import { narrow } from '../../answers/narrow.ts';
import { DONE } from '../../contract/stream-events.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { UpstreamExchange } from '../../exchange/upstream/upstream-exchange.ts';
import type { Observation } from '../behaviour.ts';
import type { Relay } from '../evidence.ts';
import { attemptCount } from '../findings/upstream/attempts.ts';
import { callsOf, requestsText } from '../findings/upstream-calls.ts';
import { need } from '../rule.ts';
import { failureWords } from './observation-words.ts';

/** Times in words that two runs agree on: each limit is far from the next. */
const TIMES = [
  [1000, 'within 1 s'],
  [5000, 'within 5 s'],
  [30_000, 'within 30 s'],
] as const;

/** The share of the time of a slow upload for which one that is passed on arrives. */
const UPLOAD_SHARE = 0.5;

/** The share of its duration after which a stream that is passed on has begun. */
const BEGUN_SHARE = 0.25;

/**
 * What a caller saw, how many upstream requests it took, and how long it took, for each failure; for
 * each form of the request where the forms differ.
 */
export function failuresSeen(relays: readonly Relay[]): readonly Observation[] {
  const byFailure = Map.groupBy(relays.flatMap(failureSeen), ({ failure }) => failure);
  return [...byFailure].flatMap(([failure, seenIn]) => {
    const [first] = seenIn;
    const isSame = seenIn.every(({ value }) => value === first?.value);
    return isSame && first !== undefined
      ? [{ subject: failure, value: first.value, exchange: first.exchange }]
      : seenIn.map(({ form, value, exchange }) => ({
          subject: `${failure} (${form})`,
          value,
          exchange,
        }));
  });
}

interface FailureSeen extends Omit<Observation, 'subject'> {
  readonly failure: string;
  readonly form: string;
}

function failureSeen(relay: Relay): readonly FailureSeen[] {
  const [exchange] = relay.exchanges;
  const [form, failure] = relay.label.split(', ');
  if (exchange === undefined || form === undefined || failure === undefined) return [];
  const { sendMs, endMs } = exchange.timing;
  const calls = attemptCount(relay);
  const attempts = calls === 1 ? '' : `, ${requestsText(calls)}`;
  const value = `${seen(exchange)}${attempts}, ${timeWords(endMs - sendMs)}`;
  return [{ failure, form, value, exchange }];
}

/** How long after its caller had disconnected an upstream request ended. */
export function disconnectsSeen(relays: readonly Relay[]): readonly Observation[] {
  return relays.flatMap((relay) => {
    const [exchange] = relay.exchanges;
    const calls = callsOf(relay);
    if (exchange?.outcome !== 'aborted' || calls.length + relay.open === 0) return [];
    const lateMs = Math.max(...calls.map(({ endMs }) => endMs)) - exchange.timing.endMs;
    const value = relay.open > 0 ? 'not while Assay watched' : timeWords(lateMs);
    return [{ subject: relay.label, value, exchange }];
  });
}

/** Whether the tokens of a stream arrived over the time in which they were written. */
export function paceSeen(relays: readonly Relay[]): readonly Observation[] {
  return relays.flatMap((relay) => {
    const [exchange] = relay.exchanges;
    const tokensMs = exchange?.timing.tokensMs ?? [];
    const written = durationMs(
      callsOf(relay)
        .at(-1)
        ?.answer.tokens.map(({ atMs }) => atMs) ?? [],
    );
    // Without a token, the caller got no stream.
    if (exchange === undefined || tokensMs.length === 0 || written === 0) return [];
    const isPassedOn = durationMs(tokensMs) >= written * (1 - BEGUN_SHARE);
    const value = isPassedOn ? 'yes' : 'no: they are held back';
    return [{ subject: relay.label, value, exchange }];
  });
}

/** Whether a slow upload arrived over the time in which it was sent, and not in one piece after it. */
export function uploadSeen(relays: readonly Relay[]): readonly Observation[] {
  return relays.flatMap((relay) => {
    const [exchange] = relay.exchanges;
    const call = callsOf(relay).at(-1);
    need(exchange && call?.request.isComplete, 'a whole upload at the provider');
    const { sendMs, endMs } = exchange.timing;
    const arrivedMs = call.request.endMs - call.request.receivedMs;
    const isPassedOn = arrivedMs >= (endMs - sendMs) * UPLOAD_SHARE;
    const value = isPassedOn ? 'yes' : 'no: it is held until it is complete';
    return [{ subject: '', value, exchange }];
  });
}

/** The largest number of upstream requests that were open together. */
export function mostAtOnce(calls: readonly UpstreamExchange[]): number {
  const open = calls.map(
    ({ request: { receivedMs } }) =>
      calls.filter((other) => other.request.receivedMs <= receivedMs && receivedMs < other.endMs)
        .length,
  );
  return Math.max(0, ...open);
}

/** What a caller takes an answer for. */
function seen(exchange: Exchange): string {
  const stream = narrow('begun', exchange);
  if (stream?.form !== 'stream') return failureWords(exchange);
  const { answer, outcome } = exchange;
  if (failsInBand(stream)) return `${answer?.status}, a stream with an error`;
  if (outcome !== 'answered') return `${answer?.status}, a stream that is cut`;
  const ends = exchange.operation === 'chat' && [
    ...chatChunks(stream)
      .flatMap(({ choices }) => choices)
      .flatMap(({ finishReason }) =>
        typeof finishReason === 'string' ? [`finish_reason ${JSON.stringify(finishReason)}`] : [],
      ),
    ...(stream.events.some(({ data }) => data === DONE) ? [DONE] : []),
  ];
  const end = ends === false ? stream.events.at(-1)?.type : ends.join(' and ');
  return `${answer?.status}, a stream that ends ${end ? `with ${end}` : 'without an end marker'}`;
}

function timeWords(ms: number): string {
  return TIMES.find(([limitMs]) => ms <= limitMs)?.[1] ?? 'after more than 30 s';
}

function durationMs(moments: readonly number[]): number {
  return (moments.at(-1) ?? 0) - (moments[0] ?? 0);
}

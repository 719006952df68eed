import { chatChunks } from '../../answers/chat-chunks.ts';
import { failsInBand } from '../../answers/failures/error-events.ts';
import { isJsonObject, parseJsonBytes } from '../../answers/json.ts';
import { narrow } from '../../answers/narrow.ts';
import { DONE } from '../../contract/stream-events.ts';
import type { Exchange, ExchangeRequest, Headers } from '../../exchange/exchange.ts';
import { traceContextOf } from '../../exchange/trace-context.ts';
import type { UpstreamExchange } from '../../exchange/upstream/upstream-exchange.ts';
import type { Observation } from '../behaviour.ts';
import type { Relay } from '../evidence.ts';
import { attemptCount } from '../findings/attempts.ts';
import { callCount, callsOf, hasCallerKey, requestsText } from '../findings/upstream-calls.ts';
import { concurrentUpstream, relayedPace } from '../probes/relay/answers.ts';
import {
  answerDisconnects,
  earlyDisconnects,
  streamDisconnects,
} from '../probes/relay/connections.ts';
import { badUpstream, failingUpstream } from '../probes/relay/failures.ts';
import {
  CALLER_HEADERS,
  PROVIDER_HEADERS,
  relayedMembers,
  relayedSlowUpload,
  repeatedPrompt,
  upstreamHeaders,
} from '../probes/relay/requests.ts';
import { cutUpstream, errorsUpstream } from '../probes/relay/streams.ts';
import { UNKNOWN_MEMBER } from '../requests/parameters.ts';
import { need } from '../rule.ts';
import { failureWords, listOf, type Observe, points, pointsOf, statusWords } from './points.ts';

const FAILURES = 'What a gateway does when its provider fails: not shown.';
const IN_STREAMS = 'What a failure in a stream looks like: not shown.';
const DISCONNECTS = 'What a gateway does when a client disconnects: not shown.';
const SENT = 'What a gateway sends to its provider: not shown.';

/** All need Assay as the provider. */
export const upstream = [
  ...points(badUpstream, FAILURES, {
    'broken-upstream-answer': [
      'What does a caller get when the answer of the provider is broken, a page, or empty?',
      failuresSeen,
    ],
  }),
  ...points(cutUpstream, IN_STREAMS, {
    'cut-upstream-stream': [
      'How does a stream end for a caller when the provider does not complete it?',
      failuresSeen,
    ],
  }),
  ...points(answerDisconnects, DISCONNECTS, {
    'disconnect-before-answer': [
      'When a caller disconnects before its answer, how soon does the provider see it?',
      inRelays(disconnectWords),
    ],
  }),
  ...points(earlyDisconnects, DISCONNECTS, {
    'disconnect-before-token': [
      'When a caller disconnects before the first token, how soon does the provider see it?',
      inRelays(disconnectWords),
    ],
  }),
  ...points(streamDisconnects, DISCONNECTS, {
    'disconnect-in-stream': [
      'When a caller disconnects within a stream, how soon does the provider see it?',
      inRelays(disconnectWords),
    ],
  }),
  ...points(failingUpstream, FAILURES, {
    'failing-upstream': [
      'What does a caller get when the provider refuses or fails, and after how many requests?',
      failuresSeen,
    ],
  }),
  ...pointsOf('chat', repeatedPrompt, 'Whether a gateway keeps answers: not shown.', {
    'repeated-prompt': [
      'Does the provider get the same request again when it is repeated without a key?',
      ({ relays }) =>
        relays.flatMap((relay) => {
          const exchange = relay.exchanges.at(-1);
          if (exchange === undefined) return [];
          const calls = callCount(relay);
          const isKept = calls < relay.exchanges.length;
          const value = isKept ? `no: ${requestsText(calls)} for 2` : 'yes';
          return [{ subject: relay.label, value, exchange }];
        }),
    ],
  }),
  ...points(relayedPace, 'When a gateway writes what it reads: not shown.', {
    'stream-passed-on': [
      'Are the tokens of the provider passed on as they come?',
      inRelays(paceWords),
    ],
  }),
  ...pointsOf('chat', relayedMembers, SENT, {
    'unknown-member-upstream': [
      'Does a field that the gateway does not know reach the provider?',
      ofOne('chat, an unknown field', (exchange, relay) => {
        const call = callsOf(relay).at(-1);
        if (call === undefined) return `refused: ${statusWords(exchange)}`;
        const sent = parseJsonBytes(call.request.body);
        return isJsonObject(sent) && UNKNOWN_MEMBER in sent ? 'yes' : 'no: it is removed';
      }),
    ],
  }),
  ...pointsOf('transcription', relayedSlowUpload, 'When a gateway sends an upload on: not shown.', {
    'upload-passed-on': [
      'Is an upload passed on to the provider while it arrives?',
      ofOne('transcription, slow', uploadWords),
    ],
  }),
  ...pointsOf(
    'chat',
    concurrentUpstream,
    'Whether a gateway limits its concurrent requests: not shown.',
    {
      'upstream-concurrency': [
        'How many concurrent requests of callers reach the provider at the same time?',
        ({ relays }) => {
          const calls = relays.flatMap(callsOf);
          const exchange = relays[0]?.exchanges[0];
          need(exchange && calls.length > 0, 'upstream requests');
          const value = `${mostAtOnce(calls)} of ${relays.length}`;
          return [{ subject: '', value, exchange }];
        },
      ],
    },
  ),
  ...pointsOf('chat', upstreamHeaders, 'How a gateway connects to its provider: not shown.', {
    'upstream-connections': [
      'Do requests one after the other share a connection to the provider?',
      ({ relays }) => {
        const calls = relays.flatMap(callsOf);
        const exchange = relays.at(-1)?.exchanges[0];
        need(exchange && calls.length > 1, 'several upstream requests');
        const connections = new Set(calls.map(({ connection }) => connection)).size;
        return [{ subject: '', value: connections < calls.length ? 'yes' : 'no', exchange }];
      },
    ],
    'upstream-trace': [
      'Does the trace of a caller go on at the provider?',
      ({ relays: [relay] }) => {
        const call = relay && callsOf(relay)[0];
        const exchange = relay?.exchanges[0];
        need(call && exchange, 'an upstream request');
        return [{ subject: '', value: traceWords(call.request, exchange.request), exchange }];
      },
      'What becomes of a trace: not shown.',
    ],
    'upstream-request-headers': [
      'Which headers of a caller reach the provider, and which does the gateway change or add?',
      ofFirstCall(requestHeaders),
      SENT,
    ],
    'upstream-response-headers': [
      'Which headers of the provider reach a caller?',
      ofFirstCall((_, { answer }) => [['', passed(PROVIDER_HEADERS, answer?.headers ?? [])]]),
      'Response headers: not shown.',
    ],
  }),
  ...points(errorsUpstream, IN_STREAMS, {
    'upstream-error-event': [
      'How does a caller see an error event in the stream of the provider?',
      failuresSeen,
    ],
  }),
].map((point) => ({ ...point, upstream: true as const }));

/** What a relay shows; undefined where it shows nothing. */
type RelayWords = (exchange: Exchange, relay: Relay) => string | undefined;

/** An observation from each relay, by its label. */
function inRelays(words: RelayWords): Observe {
  return ({ relays }) => relays.flatMap((relay) => ofRelay(relay, relay.label, words));
}

/** An observation from the relay with this label. */
function ofOne(label: string, words: RelayWords): Observe {
  return ({ relays }) =>
    relays.filter((relay) => relay.label === label).flatMap((relay) => ofRelay(relay, '', words));
}

function ofRelay(relay: Relay, subject: string, words: RelayWords): readonly Observation[] {
  const [exchange] = relay.exchanges;
  const value = exchange && words(exchange, relay);
  return exchange === undefined || value === undefined ? [] : [{ subject, value, exchange }];
}

/**
 * What a caller saw, how many upstream requests it took, and how long it took, for each failure; for
 * each form of the request where the forms differ.
 */
function failuresSeen({ relays }: { readonly relays: readonly Relay[] }): readonly Observation[] {
  const seen = relays.flatMap((relay) => {
    const [form, failure] = relay.label.split(', ');
    if (form === undefined || failure === undefined) return [];
    return ofRelay(relay, failure, failureSeen).map((each) => ({ ...each, form }));
  });
  return [...Map.groupBy(seen, ({ subject }) => subject).values()].flatMap((ofFailure) => {
    const isSame = ofFailure.every(({ value }) => value === ofFailure[0]?.value);
    return isSame
      ? ofFailure.slice(0, 1)
      : ofFailure.map((each) => ({ ...each, subject: `${each.subject} (${each.form})` }));
  });
}

function failureSeen(exchange: Exchange, relay: Relay): string {
  const { sendMs, endMs } = exchange.timing;
  const calls = attemptCount(relay);
  const attempts = calls === 1 ? '' : `, ${requestsText(calls)}`;
  return `${callerSaw(exchange)}${attempts}, ${timeWords(endMs - sendMs)}`;
}

/** What a caller takes an answer for. */
function callerSaw(exchange: Exchange): string {
  const stream = narrow('begun', exchange);
  if (stream?.form !== 'stream') return failureWords(exchange);
  const { answer, outcome } = exchange;
  if (failsInBand(stream)) return `${answer?.status}, a stream with an error`;
  if (outcome !== 'answered') return `${answer?.status}, a stream that is cut`;
  const reasons = chatChunks(stream)
    .flatMap(({ choices }) => choices)
    .flatMap(({ finishReason }) =>
      typeof finishReason === 'string' ? [`finish_reason ${JSON.stringify(finishReason)}`] : [],
    );
  const done = stream.events.some(({ data }) => data === DONE) ? [DONE] : [];
  const ofChat = [...reasons, ...done].join(' and ');
  const end = exchange.operation === 'chat' ? ofChat : stream.events.at(-1)?.type;
  return `${answer?.status}, a stream that ends ${end ? `with ${end}` : 'without an end marker'}`;
}

/** Times in words that two runs agree on: each limit is far from the next. */
const TIMES = [
  [1000, 'within 1 s'],
  [5000, 'within 5 s'],
  [30_000, 'within 30 s'],
] as const;

function timeWords(ms: number): string {
  return TIMES.find(([limitMs]) => ms <= limitMs)?.[1] ?? 'after more than 30 s';
}

/** How long after its caller had disconnected an upstream request ended. */
function disconnectWords(exchange: Exchange, relay: Relay): string | undefined {
  const calls = callsOf(relay);
  if (exchange.outcome !== 'aborted' || calls.length + relay.open === 0) return undefined;
  if (relay.open > 0) return 'not while Assay watched';
  return timeWords(Math.max(...calls.map(({ endMs }) => endMs)) - exchange.timing.endMs);
}

/** The share of its duration after which a stream that is passed on has begun. */
const BEGUN_SHARE = 0.25;

/** Whether the tokens of a stream arrived over the time in which they were written. */
function paceWords({ timing: { tokensMs = [] } }: Exchange, relay: Relay): string | undefined {
  const written = callsOf(relay).at(-1)?.answer.tokens ?? [];
  const writtenMs = durationMs(written.map(({ atMs }) => atMs));
  // Without a token, the caller got no stream.
  if (tokensMs.length === 0 || writtenMs === 0) return undefined;
  const isPassedOn = durationMs(tokensMs) >= writtenMs * (1 - BEGUN_SHARE);
  return isPassedOn ? 'yes' : 'no: they are held back';
}

function durationMs(moments: readonly number[]): number {
  return (moments.at(-1) ?? 0) - (moments[0] ?? 0);
}

/** The share of the time of a slow upload for which one that is passed on arrives. */
const UPLOAD_SHARE = 0.5;

/** Whether a slow upload arrived over the time in which it was sent, and not in one piece after it. */
function uploadWords({ timing: { sendMs, endMs } }: Exchange, relay: Relay): string {
  const call = callsOf(relay).at(-1);
  need(call?.request.isComplete, 'a whole upload at the provider');
  const arrivedMs = call.request.endMs - call.request.receivedMs;
  const isPassedOn = arrivedMs >= (endMs - sendMs) * UPLOAD_SHARE;
  return isPassedOn ? 'yes' : 'no: it is held until it is complete';
}

/** The largest number of upstream requests that were open together. */
function mostAtOnce(calls: readonly UpstreamExchange[]): number {
  const open = calls.map(
    ({ request: { receivedMs } }) =>
      calls.filter((other) => other.request.receivedMs <= receivedMs && receivedMs < other.endMs)
        .length,
  );
  return Math.max(0, ...open);
}

/** Names of headers, by a subject. */
type NamedHeaders = readonly (readonly [subject: string, names: readonly string[]])[];

function ofFirstCall(names: (call: UpstreamExchange, exchange: Exchange) => NamedHeaders): Observe {
  return ({ relays: [relay] }) => {
    const call = relay && callsOf(relay)[0];
    const exchange = relay?.exchanges[0];
    if (call === undefined || exchange === undefined) return [];
    return names(call, exchange).map(([subject, each]) => {
      return { subject, value: listOf(each), exchange };
    });
  };
}

/** Each request has one: that of its own server. */
const HOST = 'host';

/** The headers of the caller that reach the provider, with their values or with others, and what it got beside. */
function requestHeaders({ request: { headers } }: UpstreamExchange, { request }: Exchange) {
  const keys = credentialsIn(headers, request);
  const forwardedKeys = keys.filter(([, value]) => hasCallerKey(value));
  const changed = headers.filter(
    ([name, value]) => Object.hasOwn(CALLER_HEADERS, name) && CALLER_HEADERS[name] !== value,
  );
  const changedKeys = keys.filter(([, value]) => !hasCallerKey(value));
  const known = new Set([...namesOf(request.headers), ...namesOf(keys), HOST]);
  return [
    ['forwarded', [...passed(CALLER_HEADERS, headers), ...namesOf(forwardedKeys)]],
    ['changed', namesOf([...changed, ...changedKeys])],
    ['added', namesOf(headers).filter((name) => !known.has(name))],
  ] as const;
}

function traceWords(received: UpstreamExchange['request'], sent: ExchangeRequest): string {
  const [now, before] = [traceContextOf(received), traceContextOf(sent)];
  if (now === undefined) return 'no: its header is removed';
  if (now.traceId !== before?.traceId) return 'no: another trace begins';
  return now.spanId === before.spanId ? 'yes, unchanged' : 'yes, with a span of the gateway';
}

/** The header with which the caller sent its key, and what the provider gets in it. */
function credentialsIn(headers: Headers, { credential, key }: ExchangeRequest): Headers {
  const name = credential === 'none' || key === null ? undefined : (key?.header ?? 'authorization');
  return headers.filter((header) => header[0] === name);
}

/** The names of the headers that arrived with their values. */
function passed(wanted: Readonly<Record<string, string>>, arrived: Headers): readonly string[] {
  return Object.entries(wanted).flatMap(([name, value]) =>
    arrived.some((header) => header[0].toLowerCase() === name && header[1] === value) ? [name] : [],
  );
}

function namesOf(headers: Headers): readonly string[] {
  return headers.map(([name]) => name.toLowerCase());
}

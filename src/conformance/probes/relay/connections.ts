import { modelFor } from '../../../contract/models-by-operation.ts';
import { brokeUnanswered, type Exchange, isSuccess } from '../../../exchange/exchange.ts';
import type { UpstreamFailure, UpstreamStep } from '../../../exchange/upstream/upstream-step.ts';
import type { Expectations } from '../../expectations.ts';
import { attemptsOf } from '../../findings/attempts.ts';
import type { ProbeGateway, ProbeRequest } from '../../gateway.ts';
import { allForms, bodiesOf, type RequestForm, textForms } from '../../requests/forms.ts';
import { accepted, billableRequest, chatRequest, legal, sentOnce } from '../../requests/plain.ts';
import type { Probe } from '../../rule.ts';
import { fewer, oneStream } from '../trials.ts';
import { createdId, read } from '../video-polls.ts';
import { endJob, runningJob, type ScriptedJob } from './jobs.ts';
import { type Case, type MarkedSeries, relayed, scripted } from './relayed.ts';

/** Longer than the gateway may take: a late end is a finding, with its time. */
const WATCHED_MS = 1000;

function watchedMs({ upstreamDisconnectMs }: Expectations): number {
  return upstreamDisconnectMs + WATCHED_MS;
}

const EVENTS_READ = 5;
const TOKENS = 2000;
const GAP_MS = 10;

/** Streams of 2 000 tokens whose caller disconnects after a few of them. */
export const streamDisconnects = scripted({
  name: 'streams-whose-caller-disconnects',
  modest: 'only one stream',
  mayBeCharged: true,
  alone: true,
  forms: oneStream,
  cases: [
    {
      steps: { tokens: TOKENS, ttftMs: GAP_MS, itlMs: GAP_MS },
      ask: (request) => ({ ...request, disconnectAfterEvents: EVENTS_READ }),
    },
  ],
  withinMs: watchedMs,
});

/** Plain requests whose caller disconnects before the upstream answers. */
export const answerDisconnects = disconnectsEarly(
  { name: 'answers-whose-caller-disconnects', modest: 'only one body' },
  // Whether a job that was begun goes on without its caller is for its DELETE to decide.
  (gateway) => {
    const bodies = bodiesOf(gateway).filter(({ operation }) => operation !== 'video-create');
    return fewer(gateway, bodies, 1);
  },
);

/** Streams whose caller disconnects before the upstream writes their first token. */
export const earlyDisconnects = disconnectsEarly(
  { name: 'streams-whose-caller-disconnects-early', modest: 'only one stream' },
  oneStream,
);

/** When the upstream answers after all, so that no request stays there forever. */
const ANSWERED_MS = 5000;
/** By then a gateway has sent its own request; a slow one gets more tries. */
const PATIENCE_MS = 200;
const MORE_PATIENCE_MS = [1000, 4000];

/** Requests to which the upstream writes nothing, whose caller disconnects when they have arrived there. */
function disconnectsEarly(
  facts: Pick<Probe, 'name' | 'modest'>,
  forms: (gateway: ProbeGateway) => readonly RequestForm[],
): Probe<'relay'> {
  return {
    ...facts,
    alone: true,
    async run(gateway) {
      const sent = await Promise.all(forms(gateway).map((form) => disconnected(gateway, form)));
      return relayed(gateway, sent, watchedMs(gateway.expect));
    },
  };
}

async function disconnected(
  gateway: ProbeGateway,
  { name, request }: RequestForm,
): Promise<MarkedSeries> {
  const sendOne = async (disconnectAfterMs: number): Promise<MarkedSeries> => {
    const nonce = gateway.nonce();
    const delayMs = gateway.expect.upstreamDisconnectMs + ANSWERED_MS;
    await gateway.upstream.script(nonce, [{ delayMs }]);
    const exchange = await gateway.send({
      ...request(nonce),
      disconnectAfterMs,
      mayBeCharged: true,
    });
    return { label: name, nonce, exchanges: [exchange] };
  };
  let sent = await sendOne(PATIENCE_MS);
  for (const patienceMs of MORE_PATIENCE_MS) {
    const { exchanges, open } = await gateway.upstream.seen(sent.nonce, 0);
    if (exchanges.length + open > 0) break;
    sent = await sendOne(patienceMs);
  }
  return sent;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** More than the buffers of both ends take: an answer that is not read to its end stays open. */
const TOTAL_BYTES = 12 * MIB;
const EVENT_BYTES = 64 * KIB;
const LARGE: UpstreamStep = {
  tokens: TOTAL_BYTES / EVENT_BYTES,
  pieceBytes: EVENT_BYTES,
  ttftMs: 5,
  itlMs: 1,
};
const LARGE_EVENTS_READ = 3;
/** A late end is a finding, with its time. */
const RELEASE_WATCHED_MS = 500;

const IN_STREAMS: readonly Case[] = [
  {
    label: 'the caller disconnects',
    steps: LARGE,
    ask: (request) => ({ ...request, disconnectAfterEvents: LARGE_EVENTS_READ }),
  },
  {
    label: 'malformed JSON within',
    steps: { ...LARGE, fail: { kind: 'malformed-json', afterTokens: LARGE_EVENTS_READ } },
  },
];
const IN_BODIES: readonly Case[] = [
  { label: 'a large error', steps: { status: 400, body: 'x'.repeat(TOTAL_BYTES) } },
];

/** Large answers of the upstream that a gateway has a reason not to read to their end. */
export const largeAnswers = scripted({
  name: 'large-answers-that-may-stay-unread',
  modest: '1 stream that is left, and no error',
  mayBeCharged: true,
  alone: 'last',
  forms: (gateway) => (gateway.effort === 'modest' ? oneStream(gateway) : textForms(gateway)),
  few: 1,
  cases: (_, { stream }) => (stream ? IN_STREAMS : IN_BODIES),
  expects: 'once',
  withinMs: ({ upstreamReleaseMs }) => upstreamReleaseMs + RELEASE_WATCHED_MS,
});

/** Long enough for a gateway that reads as fast as it can to take more than it may. */
const READ_MS = 2500;
/** A gateway that has read far ahead may be busy with it for longer than it may keep a connection. */
const BUSY_MS = 15_000;
const READ_BYTES_PER_SECOND = 64 * KIB;
/** Small enough for gateways that limit the size of a line. */
const PIECE_BYTES = 16 * KIB;

/** Streams, of twice what the gateway may take ahead of a slow reader, who disconnects. */
export const slowReaders = scripted({
  name: 'streams-to-slow-readers',
  modest: 'only one stream',
  mayBeCharged: true,
  alone: 'last',
  forms: oneStream,
  cases: ({ expect: { upstreamAheadBytes } }) => [
    {
      steps: {
        tokens: Math.ceil((2 * upstreamAheadBytes) / PIECE_BYTES),
        pieceBytes: PIECE_BYTES,
        ttftMs: 0,
        itlMs: 0,
      },
      ask: (request) => ({
        ...request,
        readBytesPerSecond: READ_BYTES_PER_SECOND,
        disconnectAfterMs: READ_MS,
      }),
    },
  ],
  expects: 'once',
  withinMs: ({ upstreamDisconnectMs }) => upstreamDisconnectMs + BUSY_MS,
});

const CLOSED_AFTER_MS = 20;
/** A gateway has noticed by then that a connection was closed. */
const NOTICED_MS = 200;
/** The upstream refuses connections for no longer, whatever happens here. */
const MOST_MS = 10_000;

/**
 * Requests after one whose connection the upstream closes: while it is idle, and at the moment when
 * an idempotent request arrives on it. A POST that meets the second may rightly fail, because it may
 * have had an effect.
 */
export const closedConnections: Probe<'relay'> = {
  name: 'connections-that-the-upstream-closes',
  modest: 'no read of a video job where another probe creates one that fails',
  alone: true,
  async run(gateway) {
    const sent: MarkedSeries[] = [];
    if (gateway.offers('chat')) sent.push(await chatAfterIdle(gateway));
    const offersJobs = gateway.offers('video-create') && gateway.offers('video-read');
    if (offersJobs && hasRoomForAJob(gateway)) {
      sent.push(await readAtReuse(gateway));
    }
    return relayed(gateway, sent);
  },
};

/** A modest run creates at most five video jobs, one of them for a model that fails. */
function hasRoomForAJob({ effort, expect }: ProbeGateway): boolean {
  const failing = expect.failingVideoModel ?? modelFor(expect.failingModel, 'video-create');
  return effort === 'thorough' || failing === null;
}

async function chatAfterIdle(gateway: ProbeGateway): Promise<MarkedSeries> {
  const nonce = await onFirstAnswer(gateway, 'close-after');
  const ask = (place: number) =>
    gateway.send({
      ...legal(chatRequest(gateway.expect, { prompt: `Say word ${place} about ${nonce}.` })),
      retries: 0,
    });
  const first = await ask(1);
  await gateway.sleep(CLOSED_AFTER_MS + NOTICED_MS);
  return { label: 'a chat, closed while idle', nonce, exchanges: [first, await ask(2)] };
}

async function readAtReuse(gateway: ProbeGateway): Promise<MarkedSeries> {
  const nonce = await onFirstAnswer(gateway, 'close-on-reuse');
  const created = await gateway.send(
    accepted(billableRequest(gateway.expect, 'video-create', nonce)),
  );
  const id = createdId(created, gateway);
  const reads: Exchange[] = [];
  if (id !== undefined) {
    const request = { ...read(id), retries: 0 };
    const first = await gateway.send(request);
    reads.push(first);
    // Whether it is the connection, and not the read, that failed.
    if (!isSuccess(first.answer)) reads.push(await gateway.send(request));
  }
  await dropIdleConnections(gateway);
  return { label: 'a read, closed at reuse', nonce, exchanges: [created, ...reads] };
}

/** Without other idle connections, the gateway can use only the one that is then closed. */
async function onFirstAnswer(gateway: ProbeGateway, kind: UpstreamFailure): Promise<string> {
  await dropIdleConnections(gateway);
  const nonce = gateway.nonce();
  await gateway.upstream.script(nonce, [{ fail: { kind, forMs: CLOSED_AFTER_MS } }, {}]);
  return nonce;
}

/** The upstream closes them all, and then accepts new ones again. */
async function dropIdleConnections(gateway: ProbeGateway): Promise<void> {
  await gateway.upstream.script('', [{ fail: { kind: 'refuse-connection', forMs: MOST_MS } }]);
  await gateway.sleep(NOTICED_MS);
  await gateway.upstream.script('', []);
}

/** A script for it is about connections, which come before any request. */
const EACH_CONNECTION = '';
const FIRST_PAUSE_MS = 100;
/** Each request of the probe may find a pooled connection that the upstream has just closed. */
const MOST_TRIES = 3;

/**
 * Requests, also a read of a job that was created before, while the upstream refuses connections; then it
 * accepts them again.
 */
export const unreachableUpstream: Probe<'relay'> = {
  name: 'upstream-that-refuses-connections',
  modest: 'one body and one stream, and a read',
  alone: true,
  async run(gateway) {
    const { answerDeadlineMs } = gateway.expect;
    const forms = fewer(gateway, allForms(gateway), 2);
    const job = gateway.offers('video-read') ? await runningJob(gateway) : undefined;
    const fail = { kind: 'refuse-connection', forMs: 2 * answerDeadlineMs } as const;
    await gateway.upstream.script(EACH_CONNECTION, [{ fail }]);
    try {
      const polls = job === undefined ? [] : [sendFresh(gateway, () => poll(gateway, job))];
      const others = forms.map((form) => sendFresh(gateway, () => sendPlain(gateway, form)));
      const relays = await relayed(gateway, await Promise.all([...others, ...polls]), 0);
      return relays.map((relay) => ({ ...relay, upstream: attemptsOf(relay) }));
    } finally {
      await gateway.upstream.script(EACH_CONNECTION, []);
      await Promise.all(forms.map((form) => recovered(gateway, form)));
      if (job !== undefined) await endJob(gateway, job);
    }
  },
};

/**
 * A gateway may not have noticed yet that its pooled connections are closed: how it then fails is
 * judged by `relay-stale-connection`.
 */
async function sendFresh(
  gateway: ProbeGateway,
  send: () => Promise<MarkedSeries>,
): Promise<MarkedSeries> {
  for (let attempt = 1; ; attempt += 1) {
    const sent = await send();
    if (attempt === MOST_TRIES || !sent.exchanges.some(brokeUnanswered)) return sent;
    await gateway.sleep(FIRST_PAUSE_MS);
  }
}

async function poll(gateway: ProbeGateway, { id, nonce }: ScriptedJob): Promise<MarkedSeries> {
  const exchange = await gateway.send(sentOnce(read(id)));
  return { label: 'video-read', nonce, exchanges: [exchange] };
}

async function sendPlain(
  gateway: ProbeGateway,
  form: RequestForm,
  also: Pick<ProbeRequest, 'mayBeCharged'> = {},
): Promise<MarkedSeries> {
  const nonce = gateway.nonce();
  const exchange = await gateway.send(sentOnce({ ...form.request(nonce), ...also }));
  return { label: form.name, nonce, exchanges: [exchange] };
}

/** Some gateways do not use a provider for a time after it refused connections: later probes need it. */
async function recovered(gateway: ProbeGateway, form: RequestForm): Promise<void> {
  let leftMs = gateway.expect.recoveryDeadlineMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    const { exchanges } = await sendPlain(gateway, form, { mayBeCharged: true });
    leftMs -= pauseMs;
    if (exchanges.some(({ answer }) => isSuccess(answer)) || leftMs < 0) return;
    await gateway.sleep(pauseMs);
  }
}

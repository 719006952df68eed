import type { UpstreamStep } from '../../../exchange/upstream/upstream-step.ts';
import type { Expectations } from '../../expectations.ts';
import type { ProbeGateway } from '../../gateway.ts';
import { allForms, type RequestForm, streamForms, textForms } from '../../requests/forms.ts';
import type { Probe } from '../../rule.ts';
import { relayed, type Sent } from '../relayed.ts';
import { type Case, scripted } from './scripted.ts';

/** Longer than the gateway may take: a late end is a finding, with its time. */
const WATCHED_MS = 1000;

function watchedMs({ upstreamDisconnectMs }: Expectations): number {
  return upstreamDisconnectMs + WATCHED_MS;
}

const EVENTS_READ = 5;
const TOKENS = 2000;
const GAP_MS = 10;

/** Streams of 2 000 tokens whose caller disconnects after a few of them. */
export const leftStreams = scripted({
  name: 'streams-whose-caller-disconnects',
  alone: true,
  forms: streamForms,
  cases: [
    {
      steps: { tokens: TOKENS, ttftMs: GAP_MS, itlMs: GAP_MS },
      ask: (request) => ({ ...request, disconnectAfterEvents: EVENTS_READ }),
    },
  ],
  withinMs: watchedMs,
});

/** Plain requests whose caller disconnects before the upstream answers. */
export const leftAnswers = leftEarly('answers-whose-caller-disconnects', (gateway) =>
  // Whether a job that was begun goes on without its caller is for its DELETE to decide.
  allForms(gateway).filter(({ operation, stream }) => !stream && operation !== 'video-create'),
);

/** Streams whose caller disconnects before the upstream writes their first token. */
export const leftBeforeToken = leftEarly('streams-whose-caller-disconnects-early', streamForms);

/** When the upstream answers after all, so that no request stays there forever. */
const ANSWERED_MS = 5000;
/** By then a gateway has sent its own request; a slow one gets more tries. */
const PATIENCE_MS = 200;
const MORE_PATIENCE_MS = [1000, 4000];

/** Requests to which the upstream writes nothing, whose caller disconnects when they have arrived there. */
function leftEarly(
  name: string,
  forms: (gateway: ProbeGateway) => readonly RequestForm[],
): Probe<'relay'> {
  return {
    name,
    alone: true,
    async run(gateway) {
      const sent = await Promise.all(forms(gateway).map((form) => left(gateway, form)));
      return relayed(gateway, sent, watchedMs(gateway.expect));
    },
  };
}

async function left(gateway: ProbeGateway, { name, request }: RequestForm): Promise<Sent> {
  const sendOne = async (disconnectAfterMs: number): Promise<Sent> => {
    const nonce = gateway.nonce();
    const delayMs = gateway.expect.upstreamDisconnectMs + ANSWERED_MS;
    await gateway.upstream.script(nonce, [{ delayMs }]);
    const exchange = await gateway.send({ ...request(nonce), disconnectAfterMs });
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
export const unreadAnswers = scripted({
  name: 'large-answers-that-may-stay-unread',
  alone: 'last',
  forms: textForms,
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
  alone: 'last',
  forms: streamForms,
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

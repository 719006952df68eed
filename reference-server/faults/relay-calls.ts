import { PassThrough, Readable } from 'node:stream';
import { isObject, parseObject } from '../http/json.ts';
import { toBytes } from '../relay/edit-request.ts';
import type { ProviderAnswer } from '../relay/provider/provider-answer.ts';
import { collectBody } from '../relay/provider/provider-body.ts';
import type { ProviderCall } from '../relay/provider/provider-call.ts';
import { ProviderFailure } from '../relay/provider/provider-failure.ts';
import { relayed } from '../relayed.ts';
import { lateClaim } from '../state/late-claim.ts';
import { Swap } from '../state/swap.ts';

const FIELD = 'data: ';

const MOST_BYTES = 1024 * 1024;

const NEVER = new AbortController().signal;

const EVERY = 5;

/** The chats of one form, streams or bodies, that are at the provider. */
class Chats {
  readonly swap = new Swap<ProviderAnswer>();
  atProvider = 0;
}

export const relayCallsFaults = relayed([
  {
    id: 'relay-close-each',
    summary: 'Each call uses a connection of its own.',
    hooks: () => ({ callProvider: (call, send) => send(call, { pooled: false }) }),
  },
  {
    id: 'relay-drain-upstream',
    summary: 'When the client of a stream disconnects, the provider continues to the end.',
    hooks: ({ onCallerGone }) => ({
      onCallerGone: (phase) => (phase === 'reads a stream' ? 'go-on' : onCallerGone(phase)),
    }),
  },
  {
    id: 'relay-halve-video',
    summary: 'The content of a video reaches the caller up to its half, as if it were whole.',
    hooks: ({ send }) => ({
      send(response, answer) {
        const isVideo = answer.headers['content-type']?.startsWith('video/') === true;
        const { payload } = answer;
        const kept = isVideo ? payload.slice(0, Math.floor(payload.length / 2)) : payload;
        send(response, { ...answer, payload: kept });
      },
    }),
  },
  {
    id: 'relay-ignore-departure',
    summary: 'When the client of an answer in one body disconnects, the call continues.',
    hooks: ({ onCallerGone }) => ({
      onCallerGone: (phase) => (phase === 'waits for a body' ? 'go-on' : onCallerGone(phase)),
    }),
  },
  {
    id: 'relay-ignore-early-departure',
    summary: 'When a client disconnects before the first token of a stream, the call continues.',
    hooks: ({ onCallerGone }) => ({
      onCallerGone: (phase) => (phase === 'waits for a token' ? 'go-on' : onCallerGone(phase)),
    }),
  },
  {
    id: 'relay-keep-failures',
    summary: 'A failure of the provider is kept, and answers each equal request after it.',
    hooks({ callProvider }) {
      const kept = new Map<string, ProviderFailure>();
      return {
        async callProvider(call, send) {
          const failure = kept.get(questionOf(call));
          if (failure !== undefined) throw failure;
          const answer = await callProvider(call, send);
          const { status } = answer;
          if (status >= 400) {
            kept.set(questionOf(call), new ProviderFailure({ kind: 'refused', status }));
          }
          return answer;
        },
      };
    },
  },
  {
    id: 'relay-key-race',
    summary: 'Concurrent requests with one Idempotency-Key all call the provider.',
    hooks: ({ claim }) => ({ claim: lateClaim(claim) }),
  },
  {
    id: 'relay-key-shared',
    summary:
      'An answer of the provider is replayed to another tenant with the same Idempotency-Key.',
    hooks: ({ nameRecord }) => ({
      nameRecord: (retryable) => nameRecord({ ...retryable, tenant: 'first' }),
    }),
  },
  {
    id: 'relay-leak-connection',
    summary:
      'When a client disconnects within a stream, the connection to the provider stays open.',
    hooks: ({ callProvider }) => ({
      async callProvider(call, send) {
        const answer = await callProvider(call, send);
        // The end of a pipe does not destroy its source.
        const body = new PassThrough();
        answer.body.on('error', (error) => body.destroy(error));
        return { ...answer, body: answer.body.pipe(body) };
      },
    }),
  },
  {
    id: 'relay-leak-upstream-key',
    summary: "The gateway's key comes back to the client when the provider repeats it.",
    hooks: () => ({ secrets: () => [] }),
  },
  {
    id: 'relay-naive-split',
    summary: 'Events of the provider are read only as a line "data: …" between two line feeds.',
    hooks: () => ({
      eventReader() {
        let rest = '';
        return {
          read(text) {
            const blocks = (rest + text).split('\n\n');
            rest = blocks.pop() ?? '';
            return blocks
              .filter((block) => block.startsWith(FIELD))
              .map((block) => ({ name: undefined, data: block.slice(FIELD.length) }));
          },
        };
      },
    }),
  },
  {
    id: 'relay-replay-calls',
    summary: 'A replay calls the provider once more, and discards the answer.',
    hooks: (_, { provider }) => ({
      onReplay(call) {
        provider?.send(call, new AbortController().signal).then(
          (answer) => answer.body.resume(),
          () => {},
        );
      },
    }),
  },
  {
    id: 'relay-stale-502',
    summary: 'A pooled connection that the provider has closed returns 502.',
    hooks: () => ({ callProvider: (call, send) => send(call, { retriesStale: false }) }),
  },
  {
    id: 'relay-stream-from-sync',
    summary: 'A streamed chat is requested from the provider in one body, and then streamed.',
    hooks: ({ callProvider }) => ({
      async callProvider(call, send) {
        const { operation, stream, body: given, headers } = call;
        if (operation !== 'chat' || !stream || given === undefined) {
          return await callProvider(call, send);
        }
        const { stream: _, stream_options: __, ...request } = parseObject(given);
        const body = toBytes(request);
        const sizes = { accept: 'application/json', 'content-length': String(body.length) };
        const answer = await send({ ...call, body, headers: { ...headers, ...sizes } });
        if (answer.status !== 200) return answer;
        const completion = parseObject(await collectBody(answer.body, MOST_BYTES, NEVER));
        const events = Readable.from([Buffer.from(eventsOf(completion))]);
        return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: events };
      },
    }),
  },
  {
    id: 'relay-stream-replay-calls',
    summary: 'The replay of a stream calls the provider once more, and discards the answer.',
    hooks: ({ onReplay }, { provider }) => ({
      onReplay(call) {
        onReplay(call);
        if (!call.stream) return;
        provider?.send(call, new AbortController().signal).then(
          (answer) => answer.body.resume(),
          () => {},
        );
      },
    }),
  },
  {
    id: 'relay-swap-answers',
    summary: 'Under load, one of five chats of the provider is swapped with the next one.',
    hooks({ callProvider }) {
      const streams = new Chats();
      const bodies = new Chats();
      let answers = 0;
      return {
        async callProvider(call, send) {
          if (call.operation !== 'chat') return await callProvider(call, send);
          const chats = call.stream ? streams : bodies;
          const { swap } = chats;
          chats.atProvider += 1;
          const answer = await callProvider(call, send).finally(() => {
            chats.atProvider -= 1;
            // After this answer had its turn: if no other one comes, none is held.
            setImmediate(() => chats.atProvider === 0 && swap.release());
          });
          if (answer.status !== 200) return answer;
          if (swap.isHolding) return swap.exchange(answer);
          answers += 1;
          return answers % EVERY === 0 ? await swap.hold(answer) : answer;
        },
      };
    },
  },
  {
    id: 'relay-unbounded-buffer',
    summary: 'A stream is read from the provider at full speed, however slow the client is.',
    hooks: () => ({ holdsBack: () => false }),
  },
]);

function questionOf({ path, body }: ProviderCall): string {
  return `${path} ${body}`;
}

function eventsOf(body: Readonly<Record<string, unknown>>): string {
  const { choices, usage: _, ...completion } = body;
  const [choice] = Array.isArray(choices) ? choices : [];
  const message: unknown = isObject(choice) ? choice.message : {};
  const chunk = { ...completion, object: 'chat.completion.chunk' };
  const token = { index: 0, delta: message, finish_reason: null };
  const finish = { index: 0, delta: {}, finish_reason: 'stop' };
  const events = [token, finish].map((each) => JSON.stringify({ ...chunk, choices: [each] }));
  return [...events, '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
}

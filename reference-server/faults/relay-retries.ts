import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderAnswer } from '../relay/provider/provider-answer.ts';
import type { ProviderCall } from '../relay/provider/provider-call.ts';
import { ProviderFailure } from '../relay/provider/provider-failure.ts';
import type { Send } from '../relay/relay-steps.ts';
import { sendAgain } from '../relay/send-again.ts';
import { relayed } from '../relayed.ts';

const EVERY = 10;

const IMAGE_RETRIES = 12;

const RESET_RETRIES = 40;

const SILENCE_RETRIES = 10;

const PATIENCE_MS = 250;

const DONE = '[DONE]';

const DAY_MS = 86_400_000;

export const relayRetriesFaults = relayed([
  {
    id: 'relay-double-send',
    summary: 'Every tenth request is sent to the provider twice.',
    hooks({ callProvider }) {
      let calls = 0;
      return {
        async callProvider(call, send) {
          calls += 1;
          if (calls % EVERY !== 0) return await callProvider(call, send);
          const again = send(call);
          again.then(
            (answer) => answer.body.resume(),
            () => {},
          );
          return await callProvider(call, send);
        },
      };
    },
  },
  {
    id: 'relay-follow-redirect',
    summary: "A redirect of the provider is followed to any origin, with the gateway's key.",
    hooks: ({ callProvider }) => ({
      async callProvider(call, send) {
        const answer = await callProvider(call, send);
        const { location } = answer.headers;
        const url = location === undefined ? null : URL.parse(location);
        if (answer.status < 300 || answer.status > 399 || url === null) return answer;
        answer.body.resume();
        return await send(call, { url });
      },
    }),
  },
  {
    id: 'relay-image-retries',
    summary: 'A call for an image that the provider answers with 5xx is sent up to 12 times.',
    hooks: ({ callProvider }) => ({
      callProvider: (call, send) =>
        call.operation === 'images'
          ? sendAgain(call, send, { statuses: (status) => status >= 500, most: IMAGE_RETRIES })
          : callProvider(call, send),
    }),
  },
  {
    id: 'relay-image-retries-422',
    summary: 'A call for an image that the provider refuses with 422 is tried three times.',
    hooks: ({ callProvider }) => ({
      callProvider: (call, send) =>
        call.operation === 'images'
          ? sendAgain(call, send, { statuses: (status) => status === 422, most: 3 })
          : callProvider(call, send),
    }),
  },
  {
    id: 'relay-read-retries',
    summary: 'The read of a video job that the provider answers with 5xx is sent up to 12 times.',
    hooks: ({ callProvider }) => ({
      callProvider: (call, send) =>
        call.operation === 'video-read'
          ? sendAgain(call, send, { statuses: (status) => status >= 500, most: IMAGE_RETRIES })
          : callProvider(call, send),
    }),
  },
  {
    id: 'relay-retry-400',
    summary: 'A request that the provider refuses with 400 is tried three times.',
    hooks: () => ({
      callProvider: (call, send) =>
        sendAgain(call, send, { statuses: (status) => status === 400, most: 3 }),
    }),
  },
  {
    id: 'relay-retry-reset',
    summary: 'An upload whose connection the provider resets is sent up to 40 times.',
    hooks: ({ callProvider }) => ({
      async callProvider(call, send) {
        for (let sent = 1; sent < RESET_RETRIES && call.operation === 'transcription'; sent += 1) {
          try {
            return await callProvider(call, send);
          } catch (error) {
            if (!(error instanceof ProviderFailure)) throw error;
          }
        }
        return await callProvider(call, send);
      },
    }),
  },
  {
    id: 'relay-retry-silence',
    summary:
      'A response in one body is requested up to ten times if the provider does not begin it immediately.',
    hooks: ({ callProvider }) => ({
      async callProvider(call, send) {
        if (call.operation !== 'responses' || call.stream) return await callProvider(call, send);
        for (let sent = 0; sent < SILENCE_RETRIES; sent += 1) {
          const answer = callProvider(call, send);
          // The calls before it end with the request of the caller.
          answer.catch(() => {});
          const first = await Promise.race([answer, sleep(PATIENCE_MS)]);
          if (first !== undefined) return first;
        }
        throw new ProviderFailure({ kind: 'silent' });
      },
    }),
  },
  {
    id: 'relay-retry-storm',
    summary: 'A request that the provider fails is tried thirty times, without a pause.',
    hooks: () => ({
      callProvider: (call, send) =>
        sendAgain(call, send, { statuses: (status) => status === 429 || status >= 500, most: 30 }),
    }),
  },
  {
    id: 'relay-splice-retry',
    summary: 'A chat stream that the provider cut continues with the answer of a second attempt.',
    hooks: ({ callProvider }) => ({
      async callProvider(call, send) {
        const answer = await callProvider(call, send);
        if (call.operation !== 'chat' || !call.stream || answer.status !== 200) return answer;
        return { ...answer, body: Readable.from(spliced(answer, call, send)) };
      },
    }),
  },
  {
    id: 'relay-wait-for-ever',
    summary: 'There is no deadline for the provider.',
    hooks: () => ({ relayDeadlineMs: () => DAY_MS }),
  },
]);

async function* spliced(answer: ProviderAnswer, call: ProviderCall, send: Send) {
  let tail = '';
  try {
    for await (const bytes of answer.body) {
      tail = (tail + String(bytes)).slice(-2 * DONE.length);
      yield bytes;
    }
  } catch {
    tail = '';
  }
  if (!tail.includes(DONE)) yield* (await send(call)).body;
}

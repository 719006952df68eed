import { Readable } from 'node:stream';
import type { ProviderAnswer } from '../relay/provider/provider-answer.ts';
import type { ProviderCall } from '../relay/provider/provider-call.ts';
import { ProviderFailure } from '../relay/provider/provider-failure.ts';
import type { Send } from '../relay/relay-steps.ts';
import { sendAgain } from '../relay/send-again.ts';
import { relayed } from '../relayed.ts';

const EVERY = 10;

const RESET_RETRIES = 40;

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

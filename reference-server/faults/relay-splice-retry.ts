import { Readable } from 'node:stream';
import type { Alteration } from '../hooks.ts';
import type { ProviderAnswer } from '../relay/provider/provider-answer.ts';
import type { ProviderCall } from '../relay/provider/provider-call.ts';
import type { Send } from '../relay/relay-steps.ts';

const DONE = '[DONE]';

export const relaySpliceRetry: Alteration = {
  id: 'relay-splice-retry',
  summary: 'A chat stream that the provider cut continues with the answer of a second attempt.',
  needsUpstream: true,
  hooks: ({ callProvider }) => ({
    async callProvider(call, send) {
      const answer = await callProvider(call, send);
      if (call.operation !== 'chat' || !call.stream || answer.status !== 200) return answer;
      return { ...answer, body: Readable.from(spliced(answer, call, send)) };
    },
  }),
};

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

import type { Alteration } from '../hooks.ts';
import type { ProviderAnswer } from '../relay/provider/provider-answer.ts';

/** Two answers that come within this time are swapped. */
const PATIENCE_MS = 20;
const EVERY = 5;

/** Gives this answer to the client that waits, and returns the one that was held for it. */
type Swap = (other: ProviderAnswer) => ProviderAnswer;

export const relaySwapAnswers: Alteration = {
  id: 'relay-swap-answers',
  summary: 'Under load, one of five chats of the provider is swapped with the next one.',
  needsUpstream: true,
  hooks({ callProvider }) {
    const held = new Map<boolean, Swap>();
    let answers = 0;
    return {
      async callProvider(call, send) {
        const answer = await callProvider(call, send);
        if (call.operation !== 'chat' || answer.status !== 200) return answer;
        const swap = held.get(call.stream);
        if (swap !== undefined) return swap(answer);
        answers += 1;
        if (answers % EVERY !== 0) return answer;
        return await new Promise((resolve) => {
          const release = (other: ProviderAnswer) => {
            held.delete(call.stream);
            clearTimeout(timer);
            resolve(other);
            return answer;
          };
          const timer = setTimeout(() => release(answer), PATIENCE_MS);
          held.set(call.stream, release);
        });
      },
    };
  },
};

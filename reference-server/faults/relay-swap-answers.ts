import type { Alteration } from '../hooks.ts';
import type { ProviderAnswer } from '../relay/provider/provider-answer.ts';

const EVERY = 5;

/** The chats of one form, streams or bodies, that are at the provider. */
interface Chats {
  atProvider: number;
  held?: Held | undefined;
}

interface Held {
  /** Gives this answer to the client that waits, and returns the one that was held for it. */
  swap(other: ProviderAnswer): ProviderAnswer;
  /** Gives the client that waits its own answer. */
  release(): void;
}

export const relaySwapAnswers: Alteration = {
  id: 'relay-swap-answers',
  summary: 'Under load, one of five chats of the provider is swapped with the next one.',
  needsUpstream: true,
  hooks({ callProvider }) {
    const streams: Chats = { atProvider: 0 };
    const bodies: Chats = { atProvider: 0 };
    let answers = 0;
    return {
      async callProvider(call, send) {
        if (call.operation !== 'chat') return await callProvider(call, send);
        const chats = call.stream ? streams : bodies;
        chats.atProvider += 1;
        const answer = await callProvider(call, send).finally(() => {
          chats.atProvider -= 1;
          // After this answer had its turn: if no other one comes, none is held.
          setImmediate(() => chats.atProvider === 0 && chats.held?.release());
        });
        if (answer.status !== 200) return answer;
        if (chats.held !== undefined) return chats.held.swap(answer);
        answers += 1;
        if (answers % EVERY !== 0) return answer;
        return await new Promise((resolve) => {
          const settle = (other: ProviderAnswer) => {
            chats.held = undefined;
            resolve(other);
            return answer;
          };
          chats.held = { swap: settle, release: () => settle(answer) };
        });
      },
    };
  },
};

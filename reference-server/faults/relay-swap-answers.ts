import type { Alteration } from '../hooks.ts';
import type { ProviderAnswer } from '../relay/provider/provider-answer.ts';
import { Swap } from '../state/swap.ts';

const EVERY = 5;

/** The chats of one form, streams or bodies, that are at the provider. */
class Chats {
  readonly swap = new Swap<ProviderAnswer>();
  atProvider = 0;
}

export const relaySwapAnswers: Alteration = {
  id: 'relay-swap-answers',
  summary: 'Under load, one of five chats of the provider is swapped with the next one.',
  needsUpstream: true,
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
};

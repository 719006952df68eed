import type { Probe } from '../rule.ts';
import { chatRequest } from './requests.ts';

/** Two short chats in one body: the stream switch left out, then off. */
export const shortChat: Probe<'reply'> = {
  name: 'short-chat',
  async run(gateway) {
    const ask = (stream?: boolean) => {
      const prompt = `Say one short sentence about ${gateway.nonce()}.`;
      return gateway.send(
        chatRequest(gateway.expect, { prompt, ...(stream === undefined ? {} : { stream }) }),
      );
    };
    return [await ask(), await ask(false)];
  },
};

/** Many chats without an Idempotency-Key, some one after the other and most at once. */
export const manyChats: Probe<'reply'> = {
  name: 'many-chats',
  async run(gateway) {
    const { raceRounds, raceWidth } = gateway.expect;
    const request = () =>
      chatRequest(gateway.expect, { prompt: `Say only the word ${gateway.nonce()}.` });
    const alone = [await gateway.send(request()), await gateway.send(request())];
    const together = [];
    for (let round = 0; round < raceRounds; round += 1) {
      together.push(...(await gateway.together(Array.from({ length: raceWidth }, request))));
    }
    return [...alone, ...together];
  },
};

import { accepted, chatRequest } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { repeats } from './fewer.ts';
import { sequentially } from './sequentially.ts';

/** Two short chats in one body: the stream switch absent, then off. */
export const shortChat: Probe<'reply'> = {
  name: 'short-chat',
  async run(gateway) {
    const ask = (stream?: boolean) => {
      const prompt = `Say one short sentence about ${gateway.nonce()}.`;
      return gateway.send(
        accepted(
          chatRequest(gateway.expect, { prompt, ...(stream === undefined ? {} : { stream }) }),
        ),
      );
    };
    return [await ask(), await ask(false)];
  },
};

/** Many chats without an Idempotency-Key, some in sequence and most concurrently. */
export const manyChats: Probe<'reply'> = {
  name: 'many-chats',
  modest: '2 chats instead of many concurrent ones, so that an id that repeats rarely is missed',
  async run(gateway) {
    const { raceRounds, raceWidth } = gateway.expect;
    const rounds = repeats(gateway, raceRounds, 1);
    const width = repeats(gateway, raceWidth, 2);
    const request = () =>
      accepted(chatRequest(gateway.expect, { prompt: `Say only the word ${gateway.nonce()}.` }));
    const inSequence = Array.from({ length: repeats(gateway, 2, 0) }, request);
    const alone = await sequentially(inSequence, (each) => gateway.send(each));
    const together = [];
    for (let round = 0; round < rounds; round += 1) {
      together.push(...(await gateway.together(Array.from({ length: width }, request))));
    }
    return [...alone, ...together];
  },
};

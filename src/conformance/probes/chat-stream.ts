import type { Probe } from '../rule.ts';
import { chatRequest } from './requests.ts';

/** Two short chat streams, one after the other. */
export const shortStream: Probe<'stream'> = {
  name: 'short-chat-stream',
  async run(gateway) {
    const ask = () =>
      gateway.send(
        chatRequest(gateway.expect, {
          prompt: `Say one short sentence about ${gateway.nonce()}.`,
          stream: true,
        }),
      );
    return [await ask(), await ask()];
  },
};

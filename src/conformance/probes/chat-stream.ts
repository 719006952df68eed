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

/**
 * One stream whose text is known where there is an echoing model. Its words differ, so that each
 * delta that is lost or repeated shows.
 */
export const echoStream: Probe<'stream'> = {
  name: 'echoed-chat-stream',
  async run(gateway) {
    const words = Array.from({ length: 8 }, () => gateway.nonce());
    const request = chatRequest(gateway.expect, {
      prompt: `Repeat exactly: ${words.join(' ')}`,
      model: gateway.expect.echoModel ?? gateway.expect.chatModel,
      stream: true,
    });
    return [await gateway.send(request)];
  },
};

/** One stream that takes a while: the slow model, or a long answer. */
export const pacedStream: Probe<'stream'> = {
  name: 'paced-chat-stream',
  alone: true,
  async run(gateway) {
    const request = chatRequest(gateway.expect, {
      prompt: `Write the numbers from one to eighty as words, then ${gateway.nonce()}.`,
      model: gateway.expect.slowModel ?? gateway.expect.chatModel,
      stream: true,
    });
    return [await gateway.send(request)];
  },
};

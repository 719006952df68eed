import { modelFor } from '../../contract/models-by-operation.ts';
import type { ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { fewer, repeats } from './fewer.ts';
import { accepted, chatRequest } from './requests.ts';
import { sendTrial } from './send-trial.ts';
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

/** Scripts, combining marks, directions and characters beyond the BMP. */
const SCRIPTS = 'Grüße, Привет, 你好, नमस्ते, שלום, مرحبا, e\u0301, 👩‍🚀🌍, \u{1d11e}';
const WHITE_SPACE = 'tab\tand\nline';

/** A text of many scripts, as it is and in JSON escapes, and one with a tab and a new line. */
export const unicodeChats: Probe<'any'> = {
  name: 'unicode-chats',
  modest: '2 texts instead of 3',
  async run(gateway) {
    const { expect } = gateway;
    const request = (text: string) =>
      accepted(
        chatRequest(expect, {
          prompt: `Repeat exactly: ${text} ${gateway.nonce()}`,
          model: modelFor(expect.echoModel, 'chat'),
        }),
      );
    const requests = [request(SCRIPTS), inEscapes(request(SCRIPTS)), request(WHITE_SPACE)];
    return sequentially(fewer(gateway, requests, 2), (each) => sendTrial(gateway, each));
  },
};

/** The same JSON with every character beyond ASCII as an escape. */
function inEscapes({ body }: ProbeRequest): ProbeRequest {
  const json = body && 'json' in body ? body.json : {};
  const text = JSON.stringify(json).replace(/[^\0-\x7f]/g, escaped);
  return accepted({ operation: 'chat', body: { text, type: 'application/json' } });
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

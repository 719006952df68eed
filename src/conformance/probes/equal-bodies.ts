import { randomBoundary } from '../../exchange/multipart.ts';
import type { Series } from '../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { withEffects } from './billable.ts';
import { fewer } from './fewer.ts';
import { freshKey, keyed } from './idempotency-key.ts';
import { accepted, chatRequest, tone, transcriptionRequest } from './requests.ts';

/** A transcription with a key, then the same form with another boundary. */
export const otherBoundary: Probe<'series'> = {
  name: 'same-form-with-another-boundary',
  alone: true,
  async run(gateway) {
    const nonce = gateway.nonce();
    const content = tone(nonce);
    const request = () =>
      accepted(
        transcriptionRequest(gateway.expect, { content, form: { boundary: randomBoundary() } }),
      );
    const pair = () => underOneKey(gateway, 'another boundary', request(), request());
    return [await withEffects(gateway, nonce, pair)];
  },
};

/** A chat with a key, then the same JSON with its fields in reverse order and on several lines. */
export const otherSpelling: Probe<'series'> = {
  name: 'same-json-in-another-spelling',
  async run(gateway) {
    const { chatModel: model } = gateway.expect;
    const content = `Say one short sentence about ${gateway.nonce()}.`;
    const first = chatRequest(gateway.expect, { prompt: content });
    const turned = { messages: [{ content, role: 'user' }], model };
    const text = JSON.stringify(turned, undefined, 2);
    const second: ProbeRequest = { operation: 'chat', body: { text, type: 'application/json' } };
    return [await underOneKey(gateway, 'another spelling', first, second)];
  },
};

/** A chat with a key, then the same chat with the opposite stream switch; in both orders. */
export const otherForm: Probe<'series'> = {
  name: 'same-chat-in-the-other-form',
  modest: 'only a stream, then one body',
  run(gateway) {
    const underKey = (label: string, stream: boolean) => {
      const prompt = `Say one short sentence about ${gateway.nonce()}.`;
      const first = chatRequest(gateway.expect, { prompt, stream });
      const second = chatRequest(gateway.expect, { prompt, stream: !stream });
      return underOneKey(gateway, label, first, second);
    };
    const orders = [
      ['a stream, then one body', true],
      ['one body, then a stream', false],
    ] as const;
    return Promise.all(fewer(gateway, orders, 1).map(([label, stream]) => underKey(label, stream)));
  },
};

/** Both with one key, the second once the gateway must have stored the result of the first. */
async function underOneKey(
  gateway: ProbeGateway,
  label: string,
  first: ProbeRequest,
  second: ProbeRequest,
): Promise<Series> {
  const key = freshKey();
  const before = await gateway.send(accepted(keyed(first, key)));
  await gateway.sleep(gateway.expect.replayLagMs);
  return { label, exchanges: [before, await gateway.send(keyed(second, key, 2))] };
}

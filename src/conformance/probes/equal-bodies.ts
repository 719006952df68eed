import { factsOf } from '../../contract/operations.ts';
import { randomBoundary } from '../../exchange/multipart.ts';
import type { Series } from '../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { REVERSED } from '../requests/bodies.ts';
import { jsonForms, type RequestForm } from '../requests/forms.ts';
import { freshKey } from '../requests/keys.ts';
import { accepted, chatRequest, tone, transcriptionRequest } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { withEffects } from './billable.ts';
import { fewer } from './fewer.ts';
import { keyed } from './idempotency-key.ts';

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

/** A request with a key, then the same JSON with its members in reverse order and on several lines. */
export const otherSpelling: Probe<'series'> = {
  name: 'same-json-in-another-spelling',
  modest: 'only of a chat',
  run: (gateway) =>
    Promise.all(
      fewer(gateway, jsonForms(gateway).filter(hasId), 1).map((form) => {
        const request = form.request(gateway.nonce());
        return underOneKey(gateway, form.name, request, REVERSED.of(request));
      }),
    ),
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

/** Only an id shows whether two equal answers are one result. */
function hasId({ operation }: RequestForm): boolean {
  return factsOf(operation).identity.includes('id');
}

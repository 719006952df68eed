import { modelFor } from '../../contract/models-by-operation.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { billableOf, billableRequest, withEffects } from './billable.ts';
import { freshKey, keyed } from './idempotency-key.ts';
import { offered } from './offered.ts';
import { chatRequest, imageRequest, modelPart } from './requests.ts';
import { sequentially } from './sequentially.ts';
import { cancel, createdId, read } from './video-polls.ts';

/** A valid request to every operation; it reads and cancels the video job that it created. */
export const everyOperation: Probe<'any'> = {
  name: 'every-operation-once',
  async run(gateway) {
    const made = await sequentially(billableOf(gateway), (operation) =>
      gateway.send(billableRequest(gateway.expect, operation, gateway.nonce())),
    );
    const job = made.find(({ operation }) => operation === 'video-create');
    const id = job && createdId(job, gateway);
    if (id === undefined) return made;
    const ofJob = offered(gateway, [read(id), cancel(id)]);
    return [...made, ...(await sequentially(ofJob, (request) => gateway.send(request)))];
  },
};

const NEVER_ISSUED = 'Bearer assay_live_00000000000000000000000000000000';

/** One request of each kind that a gateway may refuse, labelled by what is wrong with it. */
export const refusals: Probe<'series'> = {
  name: 'refusals',
  run(gateway) {
    const { expect } = gateway;
    const prompt = 'Say hello.';
    const chat = () => billableRequest(expect, 'chat', gateway.nonce());
    const unknown = `no-such-model-${gateway.nonce()}`;
    const id = `no-such-job-${gateway.nonce()}`;
    const text = '{"model":';
    const requests: readonly (readonly [label: string, request: ProbeRequest])[] = [
      ['no key', { ...chat(), credential: 'none' }],
      ['a key that was never issued', { ...chat(), authorization: NEVER_ISSUED }],
      ['another scheme than Bearer', { ...chat(), authorization: 'Basic eDp5' }],
      ['an unknown model', chatRequest(expect, { prompt, model: unknown })],
      ['a missing field', { operation: 'chat', body: { json: { model: expect.chatModel } } }],
      ['a field of the wrong type', chatRequest(expect, { prompt, also: { temperature: 'hot' } })],
      ['a value out of range', chatRequest(expect, { prompt, also: { temperature: 99 } })],
      ['an unknown role', chatRequest(expect, { prompt, also: { messages: [wizard(prompt)] } })],
      ['no messages', chatRequest(expect, { prompt, also: { messages: [] } })],
      ['an unknown field', chatRequest(expect, { prompt, also: { x_assay: true } })],
      ['broken JSON', { operation: 'chat', body: { text, type: 'application/json' } }],
      ['no body', { operation: 'chat' }],
      [
        'JSON as text/plain',
        { operation: 'chat', body: { text: asText(chat()), type: 'text/plain' } },
      ],
      ['a form without a file', formWithoutFile(gateway.expect.transcriptionModel)],
      ['a read of an unknown job', read(id)],
      ['a cancel of an unknown job', cancel(id)],
      ['an unknown path', { operation: 'other', path: `/no/such/path/${gateway.nonce()}` }],
      ['a wrong method', { operation: 'other', method: 'GET', path: OPERATIONS.chat.path }],
    ];
    const known = requests.filter(([, { operation }]) => gateway.offers(operation));
    return sequentially(known, async ([label, request]) => ({
      label,
      exchanges: [await gateway.send(request)],
    }));
  },
};

/** An image request without n, or without size. */
export const imagesLeftOpen: Probe<'series'> = {
  name: 'images-without-n-or-size',
  run: (gateway) =>
    sequentially(['n', 'size'], async (member) => {
      const prompt = `A red circle on white, for ${gateway.nonce()}.`;
      const also = { [member]: undefined };
      return {
        label: member,
        exchanges: [await gateway.send(imageRequest(gateway.expect, { prompt, also }))],
      };
    }),
};

/** A chat of a client that accepts gzip. */
export const compressedChat: Probe<'any'> = {
  name: 'chat-with-gzip',
  async run(gateway) {
    const request = billableRequest(gateway.expect, 'chat', gateway.nonce());
    return [await gateway.send({ ...request, headers: { 'accept-encoding': 'gzip' } })];
  },
};

/** Three chats in sequence over one connection. */
export const oneConnection: Probe<'series'> = {
  name: 'chats-over-one-connection',
  async run(gateway) {
    const chat = () => billableRequest(gateway.expect, 'chat', gateway.nonce());
    return [{ label: 'three chats', exchanges: await gateway.inOrder([chat(), chat(), chat()]) }];
  },
};

/** Four concurrent equal requests with one key. */
export const keyInFlight: Probe<'series'> = {
  name: 'one-key-in-flight',
  alone: true,
  run(gateway) {
    const operations = (['chat', 'responses'] as const).filter((each) => gateway.offers(each));
    return sequentially(operations, (operation) => {
      const model = modelFor(gateway.expect.slowModel, operation);
      const nonce = gateway.nonce();
      const request = billableRequest(gateway.expect, operation, nonce, model);
      const key = freshKey();
      const equal = [1, 2, 3, 4].map((attempt) => keyed(request, key, attempt));
      return withEffects(gateway, nonce, async () => ({
        label: operation,
        exchanges: await gateway.together(equal),
      }));
    });
  },
};

function wizard(content: string) {
  return { role: 'wizard', content };
}

function asText({ body }: ProbeRequest): string {
  return JSON.stringify(body && 'json' in body ? body.json : {});
}

function formWithoutFile(model: string): ProbeRequest {
  return {
    operation: 'transcription',
    body: { multipart: { boundary: 'assay-form-without-a-file', parts: [modelPart(model)] } },
  };
}

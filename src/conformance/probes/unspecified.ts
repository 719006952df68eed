import { modelFor } from '../../contract/models-by-operation.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { ProbeGateway } from '../gateway.ts';
import { BROKEN_BODIES, MEDIA_TYPES } from '../requests/bodies.ts';
import { STRANGERS } from '../requests/callers.ts';
import { billableOf, bodyForms, type RequestForm } from '../requests/forms.ts';
import { freshKey } from '../requests/keys.ts';
import { memberDifferences, ofUnknownModel, UNKNOWN_MODEL } from '../requests/members.ts';
import { billableRequest, withMembers } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { withEffects } from './billable.ts';
import { keyed } from './idempotency-key.ts';
import { offered } from './offered.ts';
import { sequentially } from './sequentially.ts';
import { cancel, createdId, read } from './video-polls.ts';
import type { LabelledRequest } from './with-control.ts';

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

/** What a gateway may refuse in a chat, by what is wrong with it. */
const WRONG_IN_CHAT: Readonly<Record<string, string>> = {
  'a missing field': 'messages absent',
  'a field of the wrong type': 'temperature = "hot"',
  'a value out of range': 'temperature = 99',
  'no messages': 'messages = []',
  'broken JSON': 'truncated JSON',
  'JSON as text/plain': 'text/plain',
  'no key': 'no key',
  'a key that was never issued': 'a key that was never issued',
  'another scheme than Bearer': 'another scheme than Bearer',
};

/** One request of each kind that a gateway may refuse, labelled by what is wrong with it. */
export const refusals: Probe<'series'> = {
  name: 'refusals',
  async run(gateway) {
    const requests = [
      ...bodyForms(gateway, 'chat').flatMap((form) => wrongChats(gateway, form)),
      ...wrongElsewhere(gateway),
    ];
    const known = requests.filter(({ request }) => gateway.offers(request.operation));
    return sequentially(known, async ({ label, request }) => ({
      label,
      exchanges: [await gateway.send(request)],
    }));
  },
};

function wrongChats(gateway: ProbeGateway, form: RequestForm): readonly LabelledRequest[] {
  const chat = () => form.request(gateway.nonce());
  const turn = { role: 'wizard', content: 'Say hello.' };
  const differences = [
    ...memberDifferences(gateway.expect, form),
    ...BROKEN_BODIES,
    ...MEDIA_TYPES,
    ...STRANGERS,
  ];
  const wrong = Object.entries(WRONG_IN_CHAT).flatMap(([label, name]) =>
    differences
      .filter((difference) => difference.name === name)
      .map(({ of }) => ({ label, request: of(chat()) })),
  );
  return [
    ...wrong,
    { label: UNKNOWN_MODEL, request: ofUnknownModel(form, gateway.nonce()).of(chat()) },
    { label: 'an unknown role', request: withMembers(chat(), { messages: [turn] }) },
    { label: 'an unknown field', request: withMembers(chat(), { x_assay: true }) },
    { label: 'no body', request: { operation: 'chat' } },
  ];
}

function wrongElsewhere(gateway: ProbeGateway): readonly LabelledRequest[] {
  const id = `no-such-job-${gateway.nonce()}`;
  const formsWithoutFile = bodyForms(gateway, 'transcription').flatMap((form) =>
    memberDifferences(gateway.expect, form)
      .filter(({ name }) => name === 'file absent')
      .map(({ of }) => ({ label: 'a form without a file', request: of(form.request('')) })),
  );
  return [
    ...formsWithoutFile,
    { label: 'a read of an unknown job', request: read(id) },
    { label: 'a cancel of an unknown job', request: cancel(id) },
    {
      label: 'an unknown path',
      request: { operation: 'other', path: `/no/such/path/${gateway.nonce()}` },
    },
    {
      label: 'a wrong method',
      request: { operation: 'other', method: 'GET', path: OPERATIONS.chat.path },
    },
  ];
}

/** An image request without n, or without size. */
export const imagesLeftOpen: Probe<'series'> = {
  name: 'images-without-n-or-size',
  run: (gateway) =>
    sequentially(['n', 'size'], async (member) => {
      const request = billableRequest(gateway.expect, 'images', gateway.nonce());
      return {
        label: member,
        exchanges: [await gateway.send(withMembers(request, { [member]: undefined }))],
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

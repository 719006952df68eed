import { jobIn } from '../../answers/video-jobs.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { CarriedKey, ProbeGateway, ProbeRequest } from '../gateway.ts';
import { billableOf, textForms } from '../requests/forms.ts';
import { accepted, billableRequest, withPrompt } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { keyCarriage, keyValue } from '../sending/key-carriage.ts';
import { pathOf } from '../sending/to-outgoing.ts';
import { offered } from './offered.ts';
import { sequentially } from './sequentially.ts';
import { contentFor } from './video-content.ts';
import { cancel, createdId, read, readToEnd } from './video-polls.ts';
import type { LabelledRequest } from './with-control.ts';

/**
 * Every operation, in each form, without a key, with a key that was never issued, and with values
 * that are not a key; two operations without a key under other spellings of their path too. The
 * requested video job exists, so that only the key is wrong; its content is requested without a key once it
 * has ended.
 */
export const unauthenticated: Probe<'any'> = {
  name: 'unauthenticated',
  async run(gateway) {
    const carryKey = unissued(gateway);
    const plain = await everyOperation(gateway);
    // A gateway may check the key elsewhere for streams.
    const streams = textForms(gateway).filter(({ stream }) => stream);
    const operations = [...plain, ...streams.map(({ request }) => request(gateway.nonce()))];
    const [chat] = operations;
    const unusable = unusableValues(gateway);
    const spellings = chat === undefined ? [] : unusable.map((value) => withHeader(chat, value));
    const withoutKey = (request: ProbeRequest) => ({ ...request, credential: 'none' as const });
    const requests: readonly ProbeRequest[] = [
      ...operations.map(withoutKey),
      ...operations.map((request) => ({ ...request, carryKey })),
      ...spellings,
    ];
    const send = (request: ProbeRequest) => gateway.send(request);
    const alone = await sequentially(requests, send);
    const odd = await sequentially(plain.flatMap(otherPaths).map(withoutKey), send);
    // A server may drop an odd path without an answer: no caller got in.
    const answered = odd.filter(({ outcome }) => outcome === 'answered');
    const content = await contentWithoutKey(gateway, plain);
    return [...alone, ...answered, ...(await afterTheKey(gateway)), ...content];
  },
};

/** The content of the requested video job once it has ended. */
async function contentWithoutKey(
  gateway: ProbeGateway,
  operations: readonly ProbeRequest[],
): Promise<readonly Exchange[]> {
  const poll = operations.find(({ operation }) => operation === 'video-read');
  if (poll?.id === undefined) return [];
  const { videoStates, videoDeadlineMs } = gateway.expect;
  const first = await gateway.send(poll);
  if (jobIn(first, videoStates) === undefined) return [];
  const reads = await readToEnd(gateway, poll.id, videoDeadlineMs);
  return contentFor(gateway, reads.at(-1), 'none');
}

/** A chat without the key, on the connection of one with it: a key is of one request. */
async function afterTheKey(gateway: ProbeGateway): Promise<readonly Exchange[]> {
  if (!gateway.offers('chat')) return [];
  const chat = () => billableRequest(gateway.expect, 'chat', gateway.nonce());
  const [, without] = await gateway.inOrder([accepted(chat()), { ...chat(), credential: 'none' }]);
  return without === undefined ? [] : [without];
}

/**
 * Answers to requests with a key that was never issued, and to an invalid and a valid request with
 * the caller's key, to one of an unknown path, and to prompts that mention the key.
 */
export const shownKeys: Probe<'any'> = {
  name: 'shown-keys',
  async run(gateway) {
    const chat = () => billableRequest(gateway.expect, 'chat', gateway.nonce());
    const requests: readonly ProbeRequest[] = [
      ...offered(gateway, [
        { ...chat(), carryKey: unissued(gateway) },
        { operation: 'chat', body: { json: {} } },
        accepted(chat()),
        ...mentionsOfKey(gateway),
      ]),
      { operation: 'other', path: `/no/such/path/${gateway.nonce()}` },
    ];
    return sequentially(requests, (request) => gateway.send(request));
  },
};

/**
 * A request under spellings of its path that a router may take for the same, and a check of keys
 * that compares paths for another one.
 */
function otherPaths(request: ProbeRequest): readonly ProbeRequest[] {
  if (request.operation !== 'chat' && request.operation !== 'video-read') return [];
  const path = pathOf(request);
  return [`${path}/`, `/${path}`].map((other) => ({ ...request, path: other }));
}

/** In one body and as a stream: an answer can show what the gateway gave to the model. */
function mentionsOfKey(gateway: ProbeGateway): readonly ProbeRequest[] {
  return textForms(gateway).map(({ request }) => {
    const prompt = `Say hello to the owner of this API key, ${gateway.nonce()}.`;
    return accepted(withPrompt(request(''), prompt));
  });
}

/** The scheme alone, if there is one, and a key that is far too short. */
function unusableValues({ expect }: ProbeGateway): readonly string[] {
  const carriage = keyCarriage(expect);
  const scheme = carriage?.scheme ?? '';
  return [...(scheme === '' ? [] : [scheme]), keyValue(carriage, 'x')];
}

function withHeader(request: ProbeRequest, authorization: string): ProbeRequest {
  return { ...request, authorization };
}

/** A valid request to every operation, on resources of this caller. */
async function everyOperation(gateway: ProbeGateway): Promise<readonly ProbeRequest[]> {
  const requests = billableOf(gateway).map((operation) =>
    billableRequest(gateway.expect, operation, gateway.nonce()),
  );
  if (!gateway.offers('video-create')) return requests;
  const created = await gateway.send(
    accepted(billableRequest(gateway.expect, 'video-create', gateway.nonce())),
  );
  const id = createdId(created, gateway) ?? `no-such-job-${gateway.nonce()}`;
  return [...requests, ...offered(gateway, [read(id), cancel(id)])];
}

/** Has a key with the caller's prefix and length that was never issued. */
export function unissued(gateway: ProbeGateway): (key: string) => CarriedKey {
  const carriage = keyCarriage(gateway.expect);
  const words = Array.from({ length: 40 }, () => gateway.nonce()).join('');
  return (key) => {
    const restAt = key.includes('_live_') ? key.indexOf('_live_') + 6 : 3;
    const length = Math.max(key.length - restAt, 8);
    const strange = `${key.slice(0, restAt)}${words.slice(0, length)}`;
    return { authorization: keyValue(carriage, strange), isUnissued: true };
  };
}

/**
 * Requests without a key that would fail for another reason too, each with a plain one as a
 * control.
 */
export const invalidWithoutKey: Probe<'series'> = {
  name: 'invalid-requests-without-a-key',
  async run(gateway) {
    if (!gateway.offers('chat')) return [];
    const credential = 'none' as const;
    const operations = await everyOperation(gateway);
    const chat = billableRequest(gateway.expect, 'chat', gateway.nonce());
    const existing = operations.find(({ operation }) => operation === 'video-read');
    const type = 'application/json';
    const send = (request: ProbeRequest) => gateway.send({ ...request, credential });
    const plain = await send(chat);
    const oddities: readonly LabelledRequest[] = [
      { label: 'broken JSON', request: { operation: 'chat', body: { text: '{"model":', type } } },
      { label: 'a body without fields', request: { operation: 'chat', body: { json: {} } } },
    ];
    const bodies = await sequentially(oddities, async ({ label, request }) => ({
      label,
      exchanges: [plain, await send(request)],
    }));
    if (existing === undefined) return bodies;
    const unknown = await send(read(`no-such-job-${gateway.nonce()}`));
    return [
      ...bodies,
      { label: 'a job that does not exist', exchanges: [plain, unknown] },
      { label: 'a job that exists', exchanges: [unknown, await send(existing)] },
    ];
  },
};

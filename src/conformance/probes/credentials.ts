import { jobIn } from '../../answers/video-jobs.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { CarriedKey, ProbeGateway, ProbeRequest } from '../gateway.ts';
import {
  IN_COOKIE,
  IN_QUERY,
  MUTANTS,
  oddWays,
  otherSchemeWays,
  SCHEME_CASES,
  SCHEME_SPACES,
  type Ways,
} from '../requests/callers.ts';
import { billableOf, streamForms, textForms } from '../requests/forms.ts';
import { accepted, billableRequest, legal, withPrompt } from '../requests/plain.ts';
import { needSeen, type Probe } from '../rule.ts';
import { BEARER_KEY, isBearer, keyCarriage, keyValue } from '../sending/key-carriage.ts';
import { pathOf } from '../sending/to-outgoing.ts';
import { endedJob, ordinaryJob } from './modest-jobs.ts';
import { unknownPath } from './refused.ts';
import { fewer, sendOffered, sequentially, withControl } from './trials.ts';
import { cancel, contentFor, createdId, read, readToEnd } from './video-polls.ts';

/** Keys that differ from the caller's key in one character. */
export const keyMutants = spellings('key-mutants', () => MUTANTS);

/** The caller's key in places where it must not be accepted, unless the target offers that. */
export const otherSchemes = elsewhere('other-schemes', ({ expect }) => otherSchemeWays(expect));

/** The caller's key in the query only. */
export const queryKeys = elsewhere('query-keys', () => IN_QUERY);

/** The caller's key in a cookie only. */
export const cookieKeys = elsewhere('cookie-keys', () => IN_COOKIE);

/** The scheme in other cases. */
export const schemeSpellings = ofBearer('scheme-spellings', SCHEME_CASES);

/** A legal number of spaces between the scheme and the key, which few clients use. */
export const schemeSpaces = ofBearer('scheme-spaces', SCHEME_SPACES);

type WaysOf = (gateway: ProbeGateway) => Ways;

/** The key in other places, each behind a request without a key: who needs none accepts them all. */
function elsewhere(name: string, ways: WaysOf): Probe<'series'> {
  return {
    name,
    async run(gateway) {
      const chat = billableRequest(gateway.expect, 'chat', gateway.nonce());
      const bare = await gateway.send({ ...chat, credential: 'none' });
      const tried = await spellings(name, ways).run(gateway);
      return tried.map((series) => ({ ...series, exchanges: [bare, ...series.exchanges] }));
    },
  };
}

/** Legal spellings, where the key is a bearer token. */
function ofBearer(name: string, ways: Ways): Probe<'series'> {
  return {
    name,
    run(gateway) {
      needSeen(isBearer(keyCarriage(gateway.expect)), BEARER_KEY);
      return spellings(name, () => ways, legal).run(gateway);
    },
  };
}

function spellings(
  name: string,
  ways: WaysOf,
  meant = (request: ProbeRequest) => request,
): Probe<'series'> {
  return {
    name,
    run(gateway: ProbeGateway) {
      const chat = () => billableRequest(gateway.expect, 'chat', gateway.nonce());
      const trials = oddWays(gateway.expect, ways(gateway)).map(({ name: label, of }) => {
        return { label, request: meant(of(chat())) };
      });
      return withControl(gateway, chat(), trials);
    },
  };
}

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
    const streams = streamForms(gateway).map(({ request }) => request(gateway.nonce()));
    const operations = [...plain, ...streams];
    const requests: readonly ProbeRequest[] = [
      ...operations.map(withoutKey),
      ...operations.map((request) => ({ ...request, carryKey })),
      ...operations.slice(0, 1).flatMap((chat) => withUnusableKeys(gateway, chat)),
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

function withoutKey(request: ProbeRequest): ProbeRequest {
  return { ...request, credential: 'none' };
}

/** The content of the requested video job once it has ended. */
async function contentWithoutKey(
  gateway: ProbeGateway,
  operations: readonly ProbeRequest[],
): Promise<readonly Exchange[]> {
  const poll = operations.find(({ operation }) => operation === 'video-read');
  if (poll?.id === undefined) return [];
  if (gateway.effort === 'modest') return (await endedJob(gateway)).ofNobody;
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
  const [, without] = await gateway.inOrder([accepted(chat()), withoutKey(chat())]);
  return without === undefined ? [] : [without];
}

/**
 * A request under spellings of its path that a router may take for the same, and a check of keys
 * that compares paths for another one.
 */
function otherPaths(request: ProbeRequest): readonly ProbeRequest[] {
  if (request.operation !== 'chat' && request.operation !== 'video-read') return [];
  const path = pathOf(request);
  return [`${path}/`, `/${path}`].map((other) => ({ ...request, path: other }));
}

/** With the scheme alone, if there is one, and with a key that is far too short. */
function withUnusableKeys({ expect }: ProbeGateway, request: ProbeRequest): ProbeRequest[] {
  const carriage = keyCarriage(expect);
  const scheme = carriage?.scheme ?? '';
  const values = [...(scheme === '' ? [] : [scheme]), keyValue(carriage, 'x')];
  return values.map((authorization) => ({ ...request, authorization }));
}

/** A valid request to every operation, on resources of this caller. */
async function everyOperation(gateway: ProbeGateway): Promise<readonly ProbeRequest[]> {
  const request = (operation: Parameters<typeof billableRequest>[1]) =>
    billableRequest(gateway.expect, operation, gateway.nonce());
  const requests = billableOf(gateway).map(request);
  if (!gateway.offers('video-create')) return requests;
  const created = await ordinaryJob(gateway);
  const id = createdId(created, gateway) ?? `no-such-job-${gateway.nonce()}`;
  const ofJob = [read(id), cancel(id)].filter(({ operation }) => gateway.offers(operation));
  return [...requests, ...ofJob];
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
 * Answers to requests with a key that was never issued, and to an invalid and a valid request with
 * the caller's key, to one of an unknown path, and to prompts that mention the key.
 */
export const shownKeys: Probe<'any'> = {
  name: 'shown-keys',
  modest: 'prompts that mention the key in one body and one stream only',
  async run(gateway) {
    const chat = () => billableRequest(gateway.expect, 'chat', gateway.nonce());
    // In one body and as a stream: an answer can show what the gateway gave to the model.
    const mentions = fewer(gateway, textForms(gateway), 2).map(({ request }) => {
      const prompt = `Say hello to the owner of this API key, ${gateway.nonce()}.`;
      return accepted(withPrompt(request(''), prompt));
    });
    const plain = gateway.offers('chat') ? [await gateway.control(accepted(chat()))] : [];
    const others = await sendOffered(gateway, [
      { ...chat(), carryKey: unissued(gateway) },
      { operation: 'chat', body: { json: {} } },
      ...mentions,
      unknownPath(gateway),
    ]);
    return [...plain, ...others];
  },
};

/**
 * Requests without a key that would fail for another reason too, each with a plain one as a
 * control.
 */
export const invalidWithoutKey: Probe<'series'> = {
  name: 'invalid-requests-without-a-key',
  async run(gateway) {
    if (!gateway.offers('chat')) return [];
    const operations = await everyOperation(gateway);
    const existing = operations.find(({ operation }) => operation === 'video-read');
    const send = (request: ProbeRequest) => gateway.send(withoutKey(request));
    const plain = await send(billableRequest(gateway.expect, 'chat', gateway.nonce()));
    const broken = { text: '{"model":', type: 'application/json' };
    const bodies = [
      { label: 'broken JSON', exchanges: [plain, await send({ operation: 'chat', body: broken })] },
      {
        label: 'a body without fields',
        exchanges: [plain, await send({ operation: 'chat', body: { json: {} } })],
      },
    ];
    if (existing === undefined) return bodies;
    const unknown = await send(read(`no-such-job-${gateway.nonce()}`));
    return [
      ...bodies,
      { label: 'a job that does not exist', exchanges: [plain, unknown] },
      { label: 'a job that exists', exchanges: [unknown, await send(existing)] },
    ];
  },
};

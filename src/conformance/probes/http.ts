import { modelFor } from '../../contract/models-by-operation.ts';
import { JSON_OPERATIONS, OPERATIONS } from '../../contract/operations.ts';
import { brokeUnanswered, type Exchange } from '../../exchange/exchange.ts';
import type { Series } from '../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { AS_FORM, BROKEN_BODIES, MEDIA_TYPES } from '../requests/bodies.ts';
import { NO_KEY } from '../requests/callers.ts';
import { allForms, bodyForms, jsonForms, textForms } from '../requests/forms.ts';
import { hostileBodies, LONG_HEADER, LONG_HEADERS } from '../requests/hostile.ts';
import { ofUnknownModel } from '../requests/members.ts';
import { accepted, billableRequest, chatRequest, legal } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { unknownPath } from './refused.ts';
import {
  controlAfter,
  fewer,
  repeated,
  sendOffered,
  sendTrial,
  sequentially,
  walk,
} from './trials.ts';
import { read } from './video-polls.ts';

/** The JSON of a valid request to each operation with several media types. */
export const mediaTypes = walk({
  name: 'bodies-of-several-media-types',
  modest: 'only chats, and one of two spellings of application/json',
  forms: jsonForms,
  few: 1,
  differences(gateway, { operation }) {
    const some = fewer(gateway, MEDIA_TYPES.filter(isExpected('accepted')), 1);
    // The official clients create videos with a form.
    const asForm = operation === 'video-create' ? [] : [AS_FORM];
    return [...some, ...MEDIA_TYPES.filter(isExpected('refused')), ...asForm];
  },
});

function isExpected(wanted: string) {
  return ({ expected }: (typeof MEDIA_TYPES)[number]) => expected === wanted;
}

/** GET and POST of an unknown path. */
export const unknownRoutes: Probe<'any'> = {
  name: 'unknown-routes',
  async run(gateway) {
    const get = await sendTrial(gateway, unknownPath(gateway));
    const post = { ...unknownPath(gateway), method: 'POST', body: { json: {} } };
    return [get, await sendTrial(gateway, post)];
  },
};

/** OpenAI lists what was stored at some of these paths: GET is tried where nothing is. */
const WRONG_METHODS = [
  ['GET', 'chat'],
  ['PATCH', 'responses'],
  ['PUT', 'images'],
  ['DELETE', 'transcription'],
  ['PATCH', 'video-create'],
  ['PUT', 'video-read'],
] as const;

/**
 * Known paths with methods that they do not support; labelled by the path. The path of a job, which
 * has several, is also requested with its own methods, to show which are supported.
 */
export const wrongMethods: Probe<'series'> = {
  name: 'wrong-methods',
  run(gateway) {
    const tries = WRONG_METHODS.filter(([, operation]) => gateway.offers(operation));
    return sequentially(tries, async ([method, operation]) => {
      const id = `no-such-job-${gateway.nonce()}`;
      const own = (['video-read', 'video-cancel'] as const).filter(
        (each) => operation === 'video-read' && gateway.offers(each),
      );
      const requests = [{ operation, method, id }, ...own.map((each) => ({ operation: each, id }))];
      return {
        label: OPERATIONS[operation].path,
        exchanges: await sequentially(requests, (request) => sendTrial(gateway, request)),
      };
    });
  },
};

/** Tried on every path. */
const ONE_OF_EACH_PATH = [...JSON_OPERATIONS, 'transcription', 'video-read'] as const;

/** OPTIONS of every path, and HEAD with GET as a control; labelled by the method. */
export const headAndOptions: Probe<'series'> = {
  name: 'head-and-options',
  async run(gateway) {
    const id = `no-such-job-${gateway.nonce()}`;
    const paths = ONE_OF_EACH_PATH.filter((operation) => gateway.offers(operation));
    const options = await sequentially(paths, async (operation) => ({
      label: 'OPTIONS',
      exchanges: [await sendTrial(gateway, { operation, method: 'OPTIONS', id })],
    }));
    const heads = await sequentially(paths, async (operation) => {
      const get = { operation, method: 'GET', id };
      // Over one connection, where a body of HEAD would come before the next answer.
      const [head, next] = await gateway.inOrder([{ ...get, method: 'HEAD' }, get]);
      const isThere = next !== undefined && !brokeUnanswered(next);
      const exchanges = [isThere ? next : await gateway.send(get), head];
      return { label: 'HEAD', exchanges: exchanges.filter((exchange) => exchange !== undefined) };
    });
    return [...options, ...heads];
  },
};

const GZIP = { 'accept-encoding': 'gzip' };
const BROTLI = { 'accept-encoding': 'br' };

/**
 * A valid chat in one body and as a stream, for a client that accepts gzip and for one without
 * Accept-Encoding; and one in one body for a client that accepts br only.
 */
export const codedChats: Probe<'series'> = {
  name: 'chats-with-and-without-gzip',
  modest: 'no client that accepts br only',
  async run(gateway) {
    const [body, stream] = ['chat', 'chat stream'].map((name) =>
      textForms(gateway).find((form) => form.name === name),
    );
    const chat = (form = body) => form && accepted(form.request(gateway.nonce()));
    const plain = chat();
    const requests = [
      withHeaders(GZIP, chat()),
      withHeaders(GZIP, chat(stream)),
      ...repeated(gateway, 1, 0, () => withHeaders(BROTLI, chat())),
    ];
    const exchanges = await sendOffered(
      gateway,
      requests.filter((request) => request !== undefined),
    );
    const all = plain === undefined ? exchanges : [await gateway.control(plain), ...exchanges];
    return all.map((exchange) => ({ label: 'a chat', exchanges: [exchange] }));
  },
};

function withHeaders(headers: Readonly<Record<string, string>>, request?: ProbeRequest) {
  return request && { ...request, headers };
}

/** A chat of a client that accepts gzip. */
export const compressedChat: Probe<'any'> = {
  name: 'chat-with-gzip',
  run: (gateway) =>
    sendOffered(gateway, [
      { ...billableRequest(gateway.expect, 'chat', gateway.nonce()), headers: GZIP },
    ]),
};

/** Three chats in sequence over one connection. */
export const oneConnection: Probe<'series'> = {
  name: 'chats-over-one-connection',
  async run(gateway) {
    const chats = repeated(gateway, 3, 3, () =>
      billableRequest(gateway.expect, 'chat', gateway.nonce()),
    );
    return [{ label: 'three chats', exchanges: await gateway.inOrder(chats) }];
  },
};

/** A single lost connection may have another reason. */
const TRIES = 2;

/**
 * An answer of each kind, success or failure, and a request after it on the same connection;
 * repeated as attempt 2 if that one was lost. Labelled by the first request.
 */
export const nextOnConnection: Probe<'series'> = {
  name: 'next-request-on-a-connection',
  modest: 'after one successful answer instead of one of each kind, and after all failures',
  run(gateway) {
    const good = allForms(gateway).map(
      ({ name, request }): Labelled => [
        `a request to ${name}`,
        () => legal(request(gateway.nonce())),
      ],
    );
    return sequentially([...fewer(gateway, good, 1), ...badRequests(gateway)], ([label, request]) =>
      withNext(gateway, label, request),
    );
  },
};

type Labelled = readonly [label: string, request: () => ProbeRequest];

function badRequests(gateway: ProbeGateway): readonly Labelled[] {
  const chats = bodyForms(gateway, 'chat').flatMap((form): readonly Labelled[] => {
    const request = () => form.request(gateway.nonce());
    const model = modelFor(gateway.expect.failingModel, 'chat');
    const wrong = [NO_KEY, ofUnknownModel(form, gateway.nonce()), ...BROKEN_BODIES.slice(0, 1)];
    const failing: Labelled = ['a model that fails', () => form.request(gateway.nonce(), model)];
    return [
      ...wrong.map(({ name, of }): Labelled => [name, () => of(request())]),
      ['a wrong method', () => ({ operation: 'chat', method: 'GET' })],
      ...(model === null ? [] : [failing]),
    ];
  });
  const job = read(`no-such-job-${gateway.nonce()}`);
  const jobs: readonly Labelled[] = [['an unknown video job', () => job]];
  return [
    ...chats,
    ...(gateway.offers('video-read') ? jobs : []),
    ['an unknown path', unknownAddress],
  ];
}

/** Costs nothing, and every server answers it. */
function unknownAddress(): ProbeRequest {
  return { operation: 'other', path: '/no/such/path' };
}

async function withNext(
  gateway: ProbeGateway,
  label: string,
  request: () => ProbeRequest,
): Promise<Series> {
  const exchanges: Exchange[] = [];
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const pair = [request(), unknownAddress()].map((each) => ({ ...each, attempt }));
    const [first, next] = await gateway.inOrder(pair);
    exchanges.push(...[first, next].filter((each) => each !== undefined));
    if (next !== undefined && !brokeUnanswered(next)) break;
  }
  return { label, exchanges };
}

/** Far beyond what a socket buffers, so that a refusal comes before the end of the body. */
const LARGE_BODY_CHARACTERS = 200_000;

/** A valid request alone; then a large one that is refused and a valid one, over one connection. */
export const afterRefusal: Probe<'series'> = {
  name: 'a-refusal-then-a-good-request',
  modest: '1 refusal instead of 2',
  async run(gateway) {
    const body = { json: { padding: 'x'.repeat(LARGE_BODY_CHARACTERS) } };
    const good = () => billableRequest(gateway.expect, 'chat', gateway.nonce());
    const refused: Readonly<Record<string, ProbeRequest>> = {
      'a large body without a key': { ...good(), body, credential: 'none' },
      'a large body without fields': { ...good(), body },
    };
    const plain = await gateway.control(accepted(good()));
    return sequentially(fewer(gateway, Object.entries(refused), 1), async ([label, request]) => ({
      label,
      exchanges: [plain, ...(await gateway.inOrder([request, accepted(good())]))],
    }));
  },
};

/** Valid requests in one body and as streams, in sequence over one connection. */
export const answersInSequence: Probe<'series'> = {
  name: 'answers-one-after-the-other',
  modest: '2 requests over one connection instead of 4',
  async run(gateway) {
    const forms = fewer(gateway, textForms(gateway), 2);
    const sent = forms.map(({ request }) => accepted(request(gateway.nonce())));
    return [{ label: 'one connection', exchanges: await gateway.inOrder(sent) }];
  },
};

/** A valid chat in other legal forms of HTTP/1.1, each with a plain one as a control. */
export const requestForms: Probe<'series'> = {
  name: 'forms-of-a-request',
  async run(gateway) {
    const good = () => legal(billableRequest(gateway.expect, 'chat', gateway.nonce()));
    const plain = await gateway.control(accepted(good()));
    const chunked = await sendTrial(gateway, inChunks(good()));
    const trial = async (label: string, request: ProbeRequest) => {
      const sent = await gateway.together([request]);
      const again = await controlAfter(gateway, good(), sent[0], request);
      return { label, exchanges: [plain, ...sent, ...again] };
    };
    return [
      await trial('header names in capitals', { ...good(), capitals: true }),
      { label: 'a chunked body', exchanges: [plain, chunked] },
      await trial('Expect: 100-continue', { ...good(), headers: { expect: '100-continue' } }),
    ];
  },
};

function inChunks(request: ProbeRequest): ProbeRequest {
  const content = request.body && 'json' in request.body ? request.body.json : {};
  return { ...request, body: { json: content, chunked: true } };
}

/** Requests that exhaust a careless parser, each between two valid ones. */
export const hostileRequests: Probe<'series'> = {
  name: 'hostile-requests',
  modest: '1 valid request after all of them instead of one after each',
  alone: true,
  async run(gateway) {
    const good = () => accepted(billableRequest(gateway.expect, 'chat', gateway.nonce()));
    const after = async () => (gateway.effort === 'modest' ? [] : [await gateway.send(good())]);
    const between = async (label: string, send: () => Promise<Exchange | undefined>) => {
      const exchanges = [await gateway.control(good()), await send(), ...(await after())];
      return { label, exchanges: exchanges.filter((exchange) => exchange !== undefined) };
    };
    const chat = () => chatRequest(gateway.expect, { prompt: 'Say hello.' });
    const bodies = await sequentially(hostileBodies(gateway.expect), ({ name, of }) =>
      between(name, () => sendTrial(gateway, of(chat()))),
    );
    const all = [...bodies, await between(LONG_HEADER, () => withLongHeader(gateway, chat()))];
    if (gateway.effort === 'thorough') return all;
    const last = await gateway.send(good());
    return all.map((series) => ({ ...series, exchanges: [...series.exchanges, last] }));
  },
};

async function withLongHeader(
  gateway: ProbeGateway,
  chat: ProbeRequest,
): Promise<Exchange | undefined> {
  const [exchange] = await gateway.together([LONG_HEADERS.of(chat)]);
  return exchange;
}

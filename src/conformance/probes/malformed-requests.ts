import { modelFor } from '../../contract/models-by-operation.ts';
import { JSON_OPERATIONS, OPERATIONS } from '../../contract/operations.ts';
import { brokeUnanswered } from '../../exchange/exchange.ts';
import type { Part } from '../../exchange/multipart.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { billableRequest } from './billable.ts';
import { chatRequest, FORM_BOUNDARY, legal, responsesRequest } from './requests.ts';
import { sendTrial } from './send-trial.ts';
import { sequentially } from './sequentially.ts';
import { type LabelledRequest, withControl } from './with-control.ts';

const JSON_TYPE = 'application/json';

/** Bodies that are not a JSON object. */
const BAD_JSON: Readonly<Record<string, string>> = {
  'truncated JSON': '{"model": "m", "messages": [',
  'a trailing comma': '{"model": "m",}',
  NaN: '{"model": NaN}',
  'an empty body': '',
  'an empty array': '[]',
  null: 'null',
  'a string': '"x"',
  'two objects': '{} {}',
};

/** Each of them at every operation that takes JSON. */
export const badJson: Probe<'series'> = {
  name: 'bad-json',
  run: (gateway) => {
    const operations = JSON_OPERATIONS.filter((operation) => gateway.offers(operation));
    const broken = Object.entries(BAD_JSON).flatMap(([label, text]) =>
      operations.map((operation) => ({ label, operation, body: { text, type: JSON_TYPE } })),
    );
    const notUtf8 = operations.map((operation) => ({
      label: 'text that is not UTF-8',
      operation,
      body: { pieces: goodButForOneByte(gateway, operation), type: JSON_TYPE },
    }));
    return sequentially([...broken, ...notUtf8], async ({ label, ...request }) => ({
      label,
      exchanges: [await sendTrial(gateway, request)],
    }));
  },
};

/** The JSON of a valid request in which one byte of the text is an é in Latin-1. */
function goodButForOneByte(
  gateway: ProbeGateway,
  operation: (typeof JSON_OPERATIONS)[number],
): readonly Uint8Array[] {
  const word = gateway.nonce();
  const text = jsonOf(billableRequest(gateway.expect, operation, word));
  return [Buffer.from(text.replace(word, `caf\xe9 ${word}`), 'latin1')];
}

const JSON_TYPES = ['application/json; charset=utf-8', 'Application/JSON'];
const OTHER_TYPES = ['text/plain', 'application/x-www-form-urlencoded'];

/** The JSON of a valid chat with several media types, each labelled by its media type. */
export const chatsOfMediaTypes: Probe<'series'> = {
  name: 'chats-of-several-media-types',
  run(gateway) {
    const chat = () => billableRequest(gateway.expect, 'chat', gateway.nonce());
    const ofType = (type: string): ProbeRequest => {
      return { operation: 'chat', body: { text: jsonOf(chat()), type } };
    };
    const multipart = { boundary: FORM_BOUNDARY, parts: formParts(chat()) };
    return withControl(gateway, chat(), [
      ...JSON_TYPES.map((type): LabelledRequest => [type, legal(ofType(type))]),
      ...OTHER_TYPES.map((type): LabelledRequest => [type, ofType(type)]),
      ['multipart/form-data', { operation: 'chat', body: { multipart } }],
    ]);
  },
};

function jsonOf({ body }: ProbeRequest): string {
  return JSON.stringify(body && 'json' in body ? body.json : {});
}

/** The members of a JSON body as the fields of a form. */
function formParts({ body }: ProbeRequest): readonly Part[] {
  const members = Object.entries(body && 'json' in body ? Object(body.json) : {});
  return members.map(([name, value]) => {
    return { name, value: typeof value === 'string' ? value : JSON.stringify(value) };
  });
}

const TEXT_REQUESTS = [
  ['chat', chatRequest],
  ['responses', responsesRequest],
] as const;

const FAILING = 'a model that fails';

/** Early failures, each requested in one body and as a stream. */
export const earlyFailures: Probe<'series'> = {
  name: 'early-failures',
  run(gateway) {
    const { expect } = gateway;
    const prompt = 'Say hello.';
    const unknown = `no-such-model-${gateway.nonce()}`;
    const pairs: [string, (stream: boolean) => ProbeRequest][] = [
      ['an unknown model', (stream) => chatRequest(expect, { prompt, model: unknown, stream })],
      [
        'an unknown model',
        (stream) => responsesRequest(expect, { prompt, model: unknown, stream }),
      ],
      ['no messages', (stream) => withoutPrompt(gateway, 'chat', stream)],
      ['no input', (stream) => withoutPrompt(gateway, 'responses', stream)],
      [
        'a missing key',
        (stream) => ({ ...chatRequest(expect, { prompt, stream }), credential: 'none' }),
      ],
    ];
    for (const [operation, request] of TEXT_REQUESTS) {
      const model = modelFor(expect.failingModel, operation);
      if (model === null) continue;
      pairs.push([FAILING, (stream) => request(expect, { prompt, model, stream })]);
    }
    const known = pairs.filter(([, request]) => gateway.offers(request(false).operation));
    return sequentially(known, async ([label, request]) => {
      // A model that fails is to fail: another call would only cost more.
      const send = (each: ProbeRequest) =>
        label === FAILING ? gateway.send(each) : sendTrial(gateway, each);
      return { label, exchanges: [await send(request(false)), await send(request(true))] };
    });
  },
};

function withoutPrompt(
  { expect }: ProbeGateway,
  operation: 'chat' | 'responses',
  stream: boolean,
): ProbeRequest {
  const model = operation === 'chat' ? expect.chatModel : expect.responsesModel;
  return { operation, body: { json: { model, [expect.streamField]: stream } } };
}

/** GET and POST of an unknown path. */
export const unknownRoutes: Probe<'any'> = {
  name: 'unknown-routes',
  async run(gateway) {
    const path = () => `/no/such/path/${gateway.nonce()}`;
    return [
      await sendTrial(gateway, { operation: 'other', path: path() }),
      await sendTrial(gateway, {
        operation: 'other',
        path: path(),
        method: 'POST',
        body: { json: {} },
      }),
    ];
  },
};

const WRONG_METHODS = [
  ['GET', 'chat'],
  ['PATCH', 'responses'],
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

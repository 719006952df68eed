import { OPERATIONS, type Operation } from '../../contract/operations.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { besideGood, type Trial } from './beside-good.ts';
import { billableRequest } from './billable.ts';
import { inTurn } from './in-turn.ts';
import { accepted, chatRequest, responsesRequest } from './requests.ts';

const JSON_TYPE = 'application/json';
const JSON_OPERATIONS = ['chat', 'responses', 'images', 'video-create'] as const;

/** Bodies that are no JSON object. */
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

/** Each of them at every operation that takes JSON, apart: some of these may be absent. */
export const badJson: Probe<'series'> = {
  name: 'bad-json',
  run: (gateway) => {
    const broken = Object.entries(BAD_JSON).flatMap(([label, text]) =>
      JSON_OPERATIONS.map((operation) => ({ label, operation, body: { text, type: JSON_TYPE } })),
    );
    const notUtf8 = JSON_OPERATIONS.map((operation) => ({
      label: 'text that is not UTF-8',
      operation,
      body: { pieces: goodButForOneByte(gateway, operation), type: JSON_TYPE },
    }));
    return inTurn([...broken, ...notUtf8], async ({ label, ...request }) => ({
      label,
      exchanges: [await gateway.send(request)],
    }));
  },
};

/** The JSON of a good request in which one byte of the text is a é of Latin-1. */
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

/** The JSON of a good chat under several media types, by which they are labelled. */
export const chatsOfMediaTypes: Probe<'series'> = {
  name: 'chats-of-several-media-types',
  run(gateway) {
    const chat = () => billableRequest(gateway.expect, 'chat', gateway.nonce());
    const ofType = (type: string): ProbeRequest => {
      return { operation: 'chat', body: { text: jsonOf(chat()), type } };
    };
    return besideGood(gateway, chat(), [
      ...JSON_TYPES.map((type): Trial => [type, accepted(ofType(type))]),
      ...OTHER_TYPES.map((type): Trial => [type, ofType(type)]),
    ]);
  },
};

function jsonOf({ body }: ProbeRequest): string {
  return JSON.stringify(body && 'json' in body ? body.json : {});
}

/** Early failures, each asked for in one body and as a stream. */
export const earlyFailures: Probe<'series'> = {
  name: 'early-failures',
  run(gateway) {
    const { expect } = gateway;
    const prompt = 'Say hello.';
    const unknown = `no-such-model-${gateway.nonce()}`;
    const model = expect.failingModel;
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
    if (model !== null) {
      pairs.push(
        ['a model that fails', (stream) => chatRequest(expect, { prompt, model, stream })],
        ['a model that fails', (stream) => responsesRequest(expect, { prompt, model, stream })],
      );
    }
    return inTurn(pairs, async ([label, request]) => ({
      label,
      exchanges: [await gateway.send(request(false)), await gateway.send(request(true))],
    }));
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

/** An address that does not exist, read and posted to. */
export const unknownRoutes: Probe<'any'> = {
  name: 'unknown-routes',
  async run(gateway) {
    const path = () => `/no/such/path/${gateway.nonce()}`;
    return [
      await gateway.send({ operation: 'other', path: path() }),
      await gateway.send({ operation: 'other', path: path(), method: 'POST', body: { json: {} } }),
    ];
  },
};

/** Known paths with methods that they do not have; labelled by the path. */
export const wrongMethods: Probe<'series'> = {
  name: 'wrong-methods',
  run(gateway) {
    const tries: [method: string, operation: Operation][] = [
      ['GET', 'chat'],
      ['PATCH', 'responses'],
      ['PUT', 'video-read'],
    ];
    return inTurn(tries, async ([method, operation]) => {
      const id = `no-such-job-${gateway.nonce()}`;
      const { path } = OPERATIONS[operation];
      return { label: path, exchanges: [await gateway.send({ operation, method, id })] };
    });
  },
};

/** OPTIONS of every path, and HEAD beside GET of a video job; labelled by the method. */
export const headAndOptions: Probe<'series'> = {
  name: 'head-and-options',
  async run(gateway) {
    const id = `no-such-job-${gateway.nonce()}`;
    const ask = (method: string, operation: Operation) => gateway.send({ operation, method, id });
    const everyPath = [...JSON_OPERATIONS, 'transcription', 'video-read'] as const;
    const options = await inTurn(everyPath, async (operation) => ({
      label: 'OPTIONS',
      exchanges: [await ask('OPTIONS', operation)],
    }));
    const exchanges = [await ask('GET', 'video-read'), await ask('HEAD', 'video-read')];
    return [...options, { label: 'HEAD', exchanges }];
  },
};

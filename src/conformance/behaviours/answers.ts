import { imageType, readImage } from '../../answers/images/read-image.ts';
import { isJsonObject, type JsonObject, objectsIn } from '../../answers/json.ts';
import { outputText } from '../../answers/reply.ts';
import { sentBodyOf } from '../../answers/sent-body.ts';
import { type Exchange, isSuccess } from '../../exchange/exchange.ts';
import type { Observation, ProbeResults } from '../behaviour.ts';
import {
  everyOperation,
  fewImages,
  imagesLeftOpen,
  shortChat,
  shortResponse,
} from '../probes/answers.ts';
import { oddNumbers, oddSizes } from '../probes/refused.ts';
import { need } from '../rule.ts';
import {
  answered,
  answersIn,
  BY_OPERATION,
  describeJson,
  failureWords,
  formWords,
  headerNames,
  headerWords,
  inJson,
  inSeries,
  jsonIn,
  listOf,
  matchingHeaders,
  namesOf,
  points,
  pointsOf,
  sequence,
  statusWords,
} from './points.ts';

const HEADERS = 'The interface names no header of an answer.';

export const answers = points(everyOperation, HEADERS, {
  'answer-members': [
    'Which fields does each answer have?',
    inJson((json) => namesOf(json, 1), BY_OPERATION),
    'Fields are listed; which of them are always present, and which others exist: not shown.',
  ],
  'answered-model': [
    'Does an answer name the requested model?',
    inJson(modelWords, BY_OPERATION),
    'Whether the model in the answer has the requested name: not shown.',
  ],
  'cache-headers': ['Which cache headers does an answer have?', answered(cacheWords, BY_OPERATION)],
  'id-form': [
    'Which prefix do ids have?',
    inJson(({ id }) => idForm(id), BY_OPERATION),
    'The form of an identifier: not shown.',
  ],
  'json-media-type': [
    'Which media type and parameters does a JSON answer have?',
    inJson((_, exchange) => headerWords(exchange, 'content-type'), BY_OPERATION),
    'application/json is named; parameters such as charset are not shown.',
  ],
  'object-kind': [
    'Which value has the field object in each answer?',
    inJson(({ object }) => valueOr('no such field', object), BY_OPERATION),
    '"Object kind": its values, except for responses, are not shown.',
  ],
  'rate-limit-headers': [
    'Does an answer show what remains of a rate limit?',
    answered((each) => headerNames(each, /ratelimit|rate-limit|^retry-after$/), BY_OPERATION),
    'Rate limits: not shown.',
  ],
  'request-id-header': ['Does an answer have a request id?', requestIds],
  'server-header': [
    'Which software does an answer name?',
    answered((each) => headerNames(each, /^(?:server|via|x-powered-by)$/), BY_OPERATION),
  ],
  'success-status': [
    'Which status does each operation return on success?',
    answered(
      (each) => (isSuccess(each.answer) ? statusWords(each) : `no success: ${failureWords(each)}`),
      BY_OPERATION,
    ),
    'Success and failure status codes of every endpoint: not shown.',
  ],
  'timestamp-unit': [
    'Which unit do created and created_at have?',
    inJson(({ created, created_at: createdAt }) => unitOf(created ?? createdAt), BY_OPERATION),
    'Creation time (numeric): its unit is not shown.',
  ],
  'usage-members': [
    'Which fields does the usage of each operation have?',
    inJson(({ usage }) => valueOr('no usage', usage), BY_OPERATION),
    'Fields inside usage objects: not shown.',
  ],
});

function modelWords({ model: named }: JsonObject, exchange: Exchange): string | undefined {
  const sent = sentBodyOf(exchange)?.model;
  if (sent === undefined) return undefined;
  if (named === undefined) return 'no model named';
  if (named === sent) return 'the requested name';
  return `requested ${describeJson(sent)}, returned ${describeJson(named)}`;
}

function valueOr(absent: string, value: unknown): string {
  return value === undefined ? absent : describeJson(value);
}

function cacheWords(exchange: Exchange): string {
  const others = headerNames(exchange, /^(?:etag|expires|last-modified|vary|pragma)$/);
  return `${headerWords(exchange, 'cache-control')}; others: ${others}`;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function idForm(id: unknown): string {
  if (typeof id !== 'string') return id === undefined ? 'no id' : `a ${typeof id}`;
  if (UUID.test(id)) return 'a UUID';
  const prefix = /^[a-z]+[-_]/i.exec(id)?.[0];
  return prefix === undefined ? 'no prefix' : `${prefix}…`;
}

/** A time of this century in each unit, from the largest to the smallest. */
function unitOf(at: unknown): string | undefined {
  if (at == null) return undefined;
  if (typeof at !== 'number') return `a ${typeof at}`;
  const whole = Number.isInteger(at) ? 'whole' : 'fractional';
  if (at < 1e8) return 'not a plausible time since 1970';
  if (at < 1e11) return `${whole} seconds since 1970`;
  if (at < 1e14) return `${whole} milliseconds since 1970`;
  return `${whole} units finer than milliseconds`;
}

const REQUEST_IDS = /request-?id|trace|correlation|call-?id/;

/**
 * The headers of each answer that contain a request id, or `none`. A header that is empty, or the
 * same in all answers, does not identify a request.
 */
function requestIds({ exchanges }: ProbeResults): readonly Observation[] {
  const headers = exchanges.flatMap((exchange) => matchingHeaders(exchange, REQUEST_IDS));
  const isConstant = (name: string) => {
    const values = headers.filter(([other]) => other === name).map(([, value]) => value);
    return values.length > 1 && new Set(values).size === 1;
  };
  const words = (exchange: Exchange) => {
    const useless = new Map<string, string>();
    const own = matchingHeaders(exchange, REQUEST_IDS);
    for (const [name, value] of own) {
      if (value.trim() === '') useless.set(name, `${name} is empty`);
      else if (isConstant(name)) useless.set(name, `${name} never changes`);
    }
    const found = listOf(own.map(([name]) => name).filter((name) => !useless.has(name)));
    const why = [...useless.values()].toSorted().join(', ');
    return why === '' ? found : `${found} (${why})`;
  };
  return answersIn(exchanges, words, BY_OPERATION);
}

const STREAM_SWITCH =
  'Name of the body field that switches streaming, and further body fields: not shown.';

/** How an answer looks if the stream switch is absent or off. */
const withoutStream = answered(formWords, (exchange) =>
  sentBodyOf(exchange)?.body.stream === undefined ? 'absent' : 'off',
);

export const text = [
  ...points(shortChat, 'Values of finish_reason: not shown.', {
    'chat-finish-reason': [
      'Which finish_reason does a short chat have?',
      inJson(({ choices }) => {
        const [choice] = objectsIn(choices);
        need(choice, 'a choice');
        return describeJson(choice.finish_reason);
      }),
    ],
    'chat-message-members': [
      'Which fields does the message of a chat have?',
      inJson(({ choices }) => {
        const message = objectsIn(choices)[0]?.message;
        need(isJsonObject(message), 'a message');
        return `${namesOf(message, 1)}, role ${describeJson(message.role)}`;
      }),
      'name and tool_call_id are "present in the response message shape"; when they are filled is not shown.',
    ],
    'chat-stream-switch-left-out': [
      'How does a chat answer if the stream switch is absent or off?',
      withoutStream,
      STREAM_SWITCH,
    ],
  }),
  ...points(shortResponse, 'Shape of the items of output: not shown.', {
    'responses-output-items': [
      'Which types do the items of output and their parts have?',
      inJson(({ output }) => sequence(objectsIn(output).map(itemWords)) || 'no items'),
    ],
    'responses-output-text': [
      'Is output_text present, and is it the text of the parts?',
      inJson((json) => {
        if (json.output_text === undefined) return 'absent';
        const isSame = json.output_text === outputText(json);
        return isSame ? 'the joined text of the parts' : 'not the text of the parts';
      }),
      '"Aggregated output text": its source, and when it is filled, are not shown.',
    ],
    'responses-status': [
      'Which status does a finished response have?',
      inJson(({ status }) => describeJson(status)),
      'Status values of the responses object: not shown.',
    ],
    'responses-stream-switch-left-out': [
      'How does POST /responses answer if the stream switch is absent or off?',
      withoutStream,
      STREAM_SWITCH,
    ],
  }),
];

function itemWords({ type, content }: JsonObject): string {
  const parts = objectsIn(content).map((part) => describeJson(part.type));
  return `${describeJson(type)} with ${parts.length === 0 ? 'no parts' : parts.join(', ')}`;
}

const IMAGES = 'The types of images, and the defaults of n and size: not shown.';
const BOUNDS = 'Limits of n, duration, temperature and request sizes: not shown.';

export const images = [
  ...points(fewImages, IMAGES, {
    'image-format': [
      'Which type and size do the images have?',
      inJson(formatWords, (exchange) => {
        const sent = sentBodyOf(exchange)?.body;
        return `${describeJson(sent?.n)} of ${describeJson(sent?.size)}`;
      }),
    ],
    'revised-prompt': [
      'Is revised_prompt filled?',
      inJson(({ data }, exchange) => {
        const [item] = objectsIn(data);
        if (typeof item?.revised_prompt !== 'string')
          return item && describeJson(item.revised_prompt);
        const isOwn = item.revised_prompt === sentBodyOf(exchange)?.body.prompt;
        return isOwn ? 'the unchanged prompt' : 'another text';
      }),
      'When revised_prompt is filled: not shown.',
    ],
  }),
  ...points(imagesLeftOpen, IMAGES, {
    'images-n-left-out': [
      'How many images are returned if n is absent?',
      inSeries((exchange) => {
        const data = jsonIn(exchange)?.data;
        return Array.isArray(data) ? `${data.length}` : failureWords(exchange);
      }, 'n'),
    ],
    'images-size-left-out': [
      'Which size does an image have if size is absent?',
      inSeries((exchange) => {
        const base64 = objectsIn(jsonIn(exchange)?.data)[0]?.b64_json;
        return typeof base64 === 'string' ? sizeWords(base64) : failureWords(exchange);
      }, 'size'),
    ],
  }),
  ...pointsOf('images', oddSizes, BOUNDS, {
    'odd-image-sizes': ['What do unusual values of size get?', inSeries(statusWords)],
  }),
  ...pointsOf('images', oddNumbers, BOUNDS, {
    'odd-numbers-of-images': ['What do unusual values of n get?', inSeries(statusWords)],
  }),
];

function formatWords({ data }: JsonObject): string | undefined {
  const [item] = objectsIn(data);
  if (item === undefined) return undefined;
  const { b64_json: base64, mime_type: mime } = item;
  if (typeof base64 !== 'string') return `no b64_json, mime_type ${describeJson(mime)}`;
  const type = imageType(Buffer.from(base64, 'base64')) ?? 'no known type';
  return `mime_type ${describeJson(mime)}, bytes of ${type}, ${sizeWords(base64)}`;
}

function sizeWords(base64: string): string {
  const image = readImage(Buffer.from(base64, 'base64'));
  return image.kind === 'whole' ? `${image.width}x${image.height}` : image.kind;
}

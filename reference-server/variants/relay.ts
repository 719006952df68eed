import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { editDeltas, editItems, editMember, textOf, withoutNulls } from '../edits/json.ts';
import {
  addsHeaders,
  calls,
  editMessageTexts,
  editSink,
  editsFailure,
  editsRequest,
  editTurns,
  endsFailed,
  refusedStatus,
  relayed,
  sendsAgain,
  toBytes,
} from '../edits/relays.ts';
import { cancelsLocally, remembersStates } from '../edits/remembering.ts';
import { after, alters } from '../edits/steps.ts';
import type { PlannedEvent } from '../http/answer.ts';
import { isObject, type JsonObject, parseObject } from '../http/json.ts';
import type { EventSink } from '../relay/relay-steps.ts';

const BOUNDARY = 'gateway-boundary-7d1f0c52e94b';

const PARAMETER = /boundary=(?:"([^"]+)"|([^;\s]+))/i;

const PREFIX = 'provider/';

const PASSED = /^(?:x-request-id|x-ratelimit-[\w-]+|openai-[\w-]+|server-timing)$/;

export const relayVariants = relayed({
  'relay-500-for-401': editsFailure(
    'The client gets 500 for a 401 of the provider, which is about the key of the gateway.',
  )((refusal, reason) =>
    [401, 403].includes(refusedStatus(reason)) ? refusal.with({ status: 500 }) : refusal,
  ),
  'relay-accepts-gzip': addsHeaders('The provider may compress its answers.')(() => ({
    'accept-encoding': 'gzip, deflate, br, zstd',
  })),
  'relay-adds-usage': alters(
    'The provider is always requested to state the usage of a chat stream.',
  )(({ providerBody, relaySink }) => {
    const added = new WeakSet<Buffer>();
    return {
      providerBody(body, bytes, operation) {
        const given = providerBody(body, bytes, operation);
        const options = isObject(body.stream_options) ? body.stream_options : {};
        const isStream = operation === 'chat' && body.stream === true;
        if (!isStream || options.include_usage === true) return given;
        const stream_options = { ...options, include_usage: true };
        const edited = toBytes({ ...parseObject(given), stream_options });
        added.add(edited);
        return edited;
      },
      relaySink(sink, call) {
        const next = relaySink(sink, call);
        if (call.body === undefined || !added.has(call.body)) return next;
        return editSink(next, ({ usage, ...chunk }) => {
          const isEmpty = Array.isArray(chunk.choices) && chunk.choices.length === 0;
          return isObject(usage) && isEmpty ? undefined : chunk;
        });
      },
    };
  }),
  'relay-cancels-later': cancelsLocally(
    'The DELETE of a video job is answered a little before it is forwarded to the provider.',
  )(300),
  'relay-chunked-requests': calls(
    'The provider gets the bodies of requests in chunks, without a length.',
  )((call, send) => {
    const { 'content-length': length, ...headers } = call.headers;
    if (length === undefined) return send(call);
    return send({ ...call, headers: { ...headers, 'transfer-encoding': 'chunked' } });
  }),
  'relay-content-parts': editsRequest(
    'The provider gets the text of each message as an array of one part.',
  )((body) => editMessageTexts(body, (text) => [{ type: 'text', text }])),
  'relay-cut-without-event': endsFailed(
    (reason) => reason === 'cut',
    () => [],
  )('A stream that the provider cut ends without [DONE] and without an error event.'),
  'relay-form-boundary': after('providerForm')(
    'The provider gets an upload with another boundary.',
  )((form) => {
    const [, quoted, token] = PARAMETER.exec(form.contentType) ?? [];
    const boundary = quoted ?? token;
    if (boundary === undefined) return form;
    const text = form.bytes.toString('latin1').replaceAll(`--${boundary}`, `--${BOUNDARY}`);
    const contentType = `multipart/form-data; boundary=${BOUNDARY}`;
    return { contentType, bytes: Buffer.from(text, 'latin1') };
  }),
  'relay-forwards-idempotency-key': addsHeaders(
    'The provider gets the Idempotency-Key of the request.',
  )(({ 'idempotency-key': key }) => (typeof key === 'string' ? { 'idempotency-key': key } : {})),
  'relay-model-alias': alters('The model has another name at the provider.')(
    ({ providerBody, relayBody, relaySink }) => ({
      providerBody(...request) {
        const body = parseObject(providerBody(...request));
        return toBytes({ ...body, model: `${PREFIX}${String(body.model)}` });
      },
      relayBody: (...answer) => withOwnName(relayBody(...answer)),
      relaySink: (sink, call) => editSink(relaySink(sink, call), withOwnName),
    }),
  ),
  'relay-own-ids': alters("Chats have ids of the gateway in place of the provider's.")(
    ({ relayBody, relaySink }) => ({
      relayBody(body, operation, answer) {
        const given = relayBody(body, operation, answer);
        return operation === 'chat' ? { ...given, id: `gateway:${randomUUID()}` } : given;
      },
      relaySink(sink, call) {
        const next = relaySink(sink, call);
        const id = `gateway:${randomUUID()}`;
        return call.operation === 'chat' ? editSink(next, (chunk) => ({ ...chunk, id })) : next;
      },
    }),
  ),
  'relay-passes-headers': after('answerHeaders')(
    "The client gets the provider's headers for limits and tracing.",
  )((headers, answer) => {
    const passed = Object.entries(answer.headers).flatMap(([name, value]) =>
      PASSED.test(name) && typeof value === 'string' ? [[name, value] as const] : [],
    );
    const timing = { 'server-timing': 'provider;dur=1' };
    return { ...headers, ...timing, ...Object.fromEntries(passed) };
  }),
  'relay-plain-429': after('presentFailure')(
    'A 429 has a Retry-After only where that of the provider has one.',
  )(async (refusal, { retryAfter }) =>
    retryAfter === undefined ? (await refusal).with({ headers: {} }) : await refusal,
  ),
  'relay-polls-videos': remembersStates({ freshMs: 400, untilCancelled: true })(
    'The state of a video job at the provider is read again after 400 ms at the earliest.',
  ),
  'relay-retries-503': sendsAgain(
    (status) => status === 503,
    2,
  )('A call that the provider answers with 503 is sent once more.'),
  'relay-same-5xx': editsFailure('A 5xx of the provider keeps its status.')((refusal, reason) => {
    const status = refusedStatus(reason);
    return status >= 500 ? refusal.with({ status }) : refusal;
  }),
  'relay-sparse-chunks': after('relaySink')(
    'Members that are null are absent from the chunks of a chat stream.',
  )((next, _, { operation }) =>
    operation === 'chat'
      ? editSink(next, (chunk) => withoutNulls(editItems(chunk, 'choices', withoutNulls)))
      : next,
  ),
  'relay-splits-tokens': after('relaySink')('Each token of a chat stream arrives in two events.')(
    (next, _, { operation }) => (operation === 'chat' ? splitting(next) : next),
  ),
  'relay-states-defaults': editsRequest(
    'The provider gets functions, their choice and images with each default stated, and calls under other ids.',
  )((body) => {
    const stated = editItems(editTurns(body, withDefaults), 'tools', (tool) =>
      editMember(tool, 'function', (called) => ({ strict: false, ...called })),
    );
    const choice = { tool_choice: 'auto', parallel_tool_calls: true };
    return body.tools === undefined ? stated : { ...choice, ...stated };
  }),
  'relay-traces': addsHeaders(
    'The provider gets headers for tracing: traceparent, x-request-id, x-forwarded-for, via.',
  )(({ traceparent }) => ({
    ...(traceparent === undefined && { traceparent: `00-${hex(16)}-${hex(8)}-01` }),
    'x-request-id': hex(16),
    'x-forwarded-for': '127.0.0.1',
    via: '1.1 reference',
  })),
  'relay-waits-for-429': calls(
    'A call that the provider limits for a second or less is sent once more after that time.',
  )(async (call, send) => {
    const answer = await send(call);
    const seconds = Number(answer.headers['retry-after'] ?? Number.NaN);
    if (answer.status !== 429 || !(seconds <= 1)) return answer;
    answer.body.resume();
    await sleep(seconds * 1000);
    return await send(call);
  }),
  'relay-writes-json-anew': after('providerBody')(
    'The provider gets the fields of the request in another order, indented.',
  )((bytes) => {
    const members = Object.entries(parseObject(bytes)).toReversed();
    return Buffer.from(JSON.stringify(Object.fromEntries(members), null, 2));
  }),
});

function splitting(sink: EventSink): EventSink {
  return {
    event(event) {
      const { data, token } = event;
      const characters = typeof data === 'string' || token !== true ? [] : [...textOf(data)];
      const cut = Math.ceil(characters.length / 2);
      if (characters.length > 1) sink.event(withText(event, characters.slice(0, cut).join('')));
      const rest = characters.slice(cut).join('');
      sink.event(characters.length > 1 ? withText(event, rest) : event);
    },
    end: () => sink.end(),
  };
}

function withDefaults(turn: JsonObject): JsonObject {
  const images = editItems(turn, 'content', (part) =>
    editMember(part, 'image_url', (image) => ({ detail: 'auto', ...image })),
  );
  const { tool_call_id: id } = images;
  return {
    ...editItems(images, 'tool_calls', (call) => ({ ...call, id: `gateway-${call.id}` })),
    ...(id !== undefined && { tool_call_id: `gateway-${id}` }),
  };
}

/** The same token with another text. */
function withText(event: PlannedEvent, content: string): PlannedEvent {
  const { data } = event;
  if (typeof data === 'string') return event;
  return { ...event, data: editDeltas(data, (delta) => ({ ...delta, content })) };
}

/** With the name that clients use, in a response within an event too. */
function withOwnName(body: JsonObject): JsonObject {
  const { model } = body;
  return {
    ...editMember(body, 'response', withOwnName),
    ...(typeof model === 'string' && { model: model.replace(PREFIX, '') }),
  };
}

function hex(size: number): string {
  return randomBytes(size).toString('hex');
}

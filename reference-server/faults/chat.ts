import { gzipSync } from 'node:zlib';
import {
  editsChat,
  editsChoices,
  editsChunks,
  editsDeltas,
  editsWire,
  failsUnknownModels,
  refuses,
  sameId,
  streamsAlways,
} from '../edits/answers.ts';
import { allAtEnd, append, editData, editMember } from '../edits/json.ts';
import { after, alters, before } from '../edits/steps.ts';
import type { Alterations } from '../hooks.ts';
import { DONE } from '../http/answer.ts';
import { isJsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';

const KEPT_CHARACTERS = 8192;

const KNOWN = new Set(['model', 'messages', 'temperature', 'stream', 'stream_options']);

export const chatFaults: Alterations = {
  'chat-401-some': refuses('chat', 2)('One of two chats with a valid key returns 401.')(() =>
    Refusal.unauthorized('The key could not be looked up.', 'Bearer'),
  ),
  'chat-always-sse': streamsAlways(
    'chat',
    true,
  )('Chat is always streamed, whatever the stream switch is.'),
  'chat-content-array': editsChoices('The content of a message is an array of parts.')(
    ({ message }) => {
      const text = isJsonObject(message) ? message.content : '';
      return { message: { role: 'assistant', content: [{ type: 'text', text }] } };
    },
  ),
  'chat-created-float': editsChat('The field created of a chat completion has a fraction.')(
    (_, chat) => ({ created: chat.created + 0.123 }),
  ),
  'chat-created-millis': after('timestamp')('Times are in milliseconds since the epoch.')(() =>
    Date.now(),
  ),
  'chat-drop-usage': editsChat('A chat completion has no usage.')({ usage: undefined }),
  'chat-finish-null': editsChoices('The finish_reason of a finished choice is null.')({
    finish_reason: null,
  }),
  'chat-id-constant': sameId('chatcmpl-0123456789abcdef')('All chat completions have the same id.'),
  'chat-index-from-one': editsChoices('The choices of a chat completion are numbered from 1.')({
    index: 1,
  }),
  'chat-latin1-encode': editsWire('chat')('The body of a chat completion is encoded as Latin-1.')(
    (wire) => ({ ...wire, payload: Buffer.from(String(wire.payload), 'latin1') }),
  ),
  'chat-missing-model-default': before('checkChat')(
    'A default model answers a chat request without a model.',
  )((body) => [{ ...body, model: body.model ?? 'ref-chat' }]),
  'chat-model-empty': editsChat('The model of a chat completion is an empty string.')({
    model: '',
  }),
  'chat-prompt-cut': after('checkChat')('The model sees only the beginning of a long chat prompt.')(
    (checked) => ({
      ...checked,
      input: checked.input.slice(0, KEPT_CHARACTERS),
      echo: checked.echo.slice(0, KEPT_CHARACTERS),
    }),
  ),
  'chat-role-bot': editsChoices('The message of a chat completion has the role bot.')((choice) =>
    editMember(choice, 'message', (message) => ({ ...message, role: 'bot' })),
  ),
  'chat-temperature-integer-only': before('checkChat')(
    'A temperature that is not an integer is refused.',
  )((body) => {
    const { temperature = 0 } = body;
    if (Number.isInteger(temperature)) return [body];
    throw Refusal.badField('temperature', 'temperature must be an integer.');
  }),
  'chat-turns-reversed': before('checkChat')(
    'The messages of a chat reach the model in reverse order.',
  )((body) => {
    const { messages } = body;
    return [Array.isArray(messages) ? { ...body, messages: messages.toReversed() } : body];
  }),
  'chat-unknown-field-500': before('checkChat')('An unknown field of a chat request returns 500.')(
    (body) => {
      if (Object.keys(body).some((name) => !KNOWN.has(name))) throw Refusal.failed();
      return [body];
    },
  ),
  'chat-unknown-model-500': failsUnknownModels('chat')('An unknown model returns 500.'),
  'chat-usage-null': editsChat('The token counts of a chat completion are null.')({
    usage: { prompt_tokens: null, completion_tokens: null, total_tokens: null },
  }),
  'chat-usage-total-off': editsChat('The total_tokens of a chat completion is too high by one.')(
    (body, { inputTokens, tokens }) =>
      editMember(body, 'usage', (usage) => ({
        ...usage,
        total_tokens: inputTokens + tokens.length + 1,
      })),
  ),
  'cs-buffer-all': after('planChat')('A chat stream is written at its end, all at once.')(allAtEnd),
  'cs-chunk-after-done': after('planChat')('A chunk with usage is sent after [DONE].')(
    (events, { id, created, model }) => {
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      const chunk = { id, object: 'chat.completion.chunk', created, model, choices: [], usage };
      return append(events, chunk);
    },
  ),
  'cs-created-per-chunk': editsChunks('Each chunk of a chat stream has a different created.')(
    (_, { created }, index) => ({ created: created + index }),
  ),
  'cs-drop-one-delta': after('planChat')('The third delta of a chat stream is lost.')((events) => {
    const lost = events.filter(({ token }) => token === true)[2];
    return events.filter((event) => event !== lost);
  }),
  'cs-error-then-stop': before('planChat')('A failed chat stream ends as if it had finished.')(
    (completion) => [{ ...completion, fails: false }],
  ),
  'cs-finish-empty-string': editsDeltas(
    'The finish_reason of unfinished chunks is "" instead of null.',
  )(({ finish_reason: reason }) => ({ finish_reason: reason ?? '' })),
  'cs-id-per-chunk': alters('Each chunk of a chat stream has a different id.')(
    ({ planChat, newId }) => ({
      planChat: (completion) =>
        editData(planChat(completion), (data) =>
          data.id === undefined ? data : { ...data, id: newId('chatcmpl-') },
        ),
    }),
  ),
  'cs-ignore-stream': streamsAlways(
    'chat',
    false,
  )('A chat request with the stream switch on returns one body.'),
  'cs-leak-on-abort': after('onClientDisconnect')(
    'A client that disconnects without an Idempotency-Key keeps its slot forever.',
  )((choice, keyed) => (keyed ? choice : 'hold')),
  'cs-no-done': after('planChat')('A chat stream ends without [DONE].')((events) =>
    events.filter(({ data }) => data !== DONE),
  ),
  'cs-no-finish': editsDeltas('A chat stream ends without a finish_reason.')(() => ({
    finish_reason: null,
  })),
  'cs-no-model': editsChunks('The chunks of a chat stream have no model.')(() => ({
    model: undefined,
  })),
  'cs-object-completion': editsChunks(
    'The object of the chunks of a chat stream is "chat.completion".',
  )(() => ({ object: 'chat.completion' })),
  'cs-role-null': editsDeltas('Every delta of a chat stream after the first has role null.')(
    (choice) => editMember(choice, 'delta', (delta) => ({ role: null, ...delta })),
  ),
  'cs-silent-truncate': after('planChat')('A failed chat stream ends without an error.')(
    (events, { fails }) => (fails ? events.slice(0, -1) : events),
  ),
  'cs-usage-with-choice': editsChunks('The chunk with usage has a choice.')(({ usage }) =>
    usage === undefined || usage === null
      ? {}
      : { choices: [{ index: 0, delta: {}, finish_reason: null }] },
  ),
  'sse-gzip-unasked': alters('A stream is compressed although the client does not accept it.')(
    ({ streamHeaders }) => ({
      streamHeaders: (operation) => ({ ...streamHeaders(operation), 'content-encoding': 'gzip' }),
      pack: (text) => [gzipSync(text)],
    }),
  ),
  'sse-json-media-type': after('streamHeaders')('A stream is declared application/json.')(
    (headers) => ({ ...headers, 'content-type': 'application/json' }),
  ),
  'sse-no-final-blank': after('frame')('The last event of a stream is missing its blank line.')(
    (text, _, { last }) => (last ? text.slice(0, -1) : text),
  ),
  'sse-raw-newline': after('frame')('The JSON of an event continues on lines without data:.')(
    (text, { data }) =>
      typeof data === 'string'
        ? text
        : text.replace(JSON.stringify(data), () => JSON.stringify(data, null, 1)),
  ),
  'sse-split-char': after('frame')('Characters of several bytes are broken in streams.')((text) =>
    text.replaceAll(/[^\0-\x7f]/gu, '\ufffd\ufffd'),
  ),
};

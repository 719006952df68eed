import { editsChat, editsChoices, sameId, streamsAlways } from '../edits/answers.ts';
import { readsChat, refuses } from '../edits/requests.ts';
import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { onRefusal } from '../on-refusal.ts';

const KEPT_CHARACTERS = 8192;

const KNOWN = new Set(['model', 'messages', 'temperature', 'stream', 'stream_options']);

export const chatFaults: readonly Alteration[] = [
  refuses(
    'chat-401-some',
    'One of two chats with a valid key returns 401.',
    'chat',
    Refusal.unauthorized('The key could not be looked up.', 'Bearer'),
    2,
  ),
  streamsAlways(
    'chat-always-sse',
    'Chat is always streamed, whatever the stream switch is.',
    'chat',
    true,
  ),
  editsChoices(
    'chat-content-array',
    'The content of a message is an array of parts.',
    ({ message }) => {
      const text = isJsonObject(message) ? message.content : '';
      return { message: { role: 'assistant', content: [{ type: 'text', text }] } };
    },
  ),
  editsChat(
    'chat-created-float',
    'The field created of a chat completion has a fraction.',
    (_, chat) => ({ created: chat.created + 0.123 }),
  ),
  {
    id: 'chat-created-millis',
    summary: 'Times are in milliseconds since the epoch.',
    hooks: () => ({ timestamp: () => Date.now() }),
  },
  editsChat('chat-drop-usage', 'A chat completion has no usage.', { usage: undefined }),
  editsChoices('chat-finish-null', 'The finish_reason of a finished choice is null.', {
    finish_reason: null,
  }),
  sameId('chat-id-constant', 'All chat completions have the same id.', 'chatcmpl-0123456789abcdef'),
  editsChoices('chat-index-from-one', 'The choices of a chat completion are numbered from 1.', {
    index: 1,
  }),
  {
    id: 'chat-latin1-encode',
    summary: 'The body of a chat completion is encoded as Latin-1.',
    hooks: ({ encode }) => ({
      encode(answer, context) {
        const wire = encode(answer, context);
        if (context.operation !== 'chat' || typeof wire.payload !== 'string') return wire;
        return { ...wire, payload: Buffer.from(wire.payload, 'latin1') };
      },
    }),
  },
  readsChat(
    'chat-missing-model-default',
    'A default model answers a chat request without a model.',
    (body) => ({
      ...body,
      model: body.model ?? 'ref-chat',
    }),
  ),
  editsChat('chat-model-empty', 'The model of a chat completion is an empty string.', {
    model: '',
  }),
  {
    id: 'chat-prompt-cut',
    summary: 'The model sees only the beginning of a long chat prompt.',
    hooks: ({ checkChat }) => ({
      checkChat(body) {
        const checked = checkChat(body);
        const input = checked.input.slice(0, KEPT_CHARACTERS);
        return { ...checked, input, echo: checked.echo.slice(0, KEPT_CHARACTERS) };
      },
    }),
  },
  editsChoices(
    'chat-role-bot',
    'The message of a chat completion has the role bot.',
    ({ message }) => ({
      message: isJsonObject(message) ? { ...message, role: 'bot' } : undefined,
    }),
  ),
  {
    id: 'chat-temperature-integer-only',
    summary: 'A temperature that is not an integer is refused.',
    hooks: ({ checkChat }) => ({
      checkChat(body) {
        const { temperature = 0 } = body;
        if (Number.isInteger(temperature)) return checkChat(body);
        throw Refusal.badField('temperature', 'temperature must be an integer.');
      },
    }),
  },
  readsChat('chat-temperature-zero', 'A temperature of 0 is refused.', (body) => {
    if (body.temperature !== 0) return body;
    throw Refusal.badField('temperature', 'temperature must not be empty.');
  }),
  readsChat(
    'chat-turns-reversed',
    'The messages of a chat reach the model in reverse order.',
    (body) => {
      const { messages } = body;
      return Array.isArray(messages) ? { ...body, messages: messages.toReversed() } : body;
    },
  ),
  readsChat('chat-unknown-field-500', 'An unknown field of a chat request returns 500.', (body) => {
    if (Object.keys(body).some((name) => !KNOWN.has(name))) throw Refusal.failed();
    return body;
  }),
  {
    id: 'chat-unknown-model-500',
    summary: 'An unknown model returns 500.',
    hooks: ({ checkChat }) => ({
      checkChat(body) {
        return onRefusal(
          () => checkChat(body),
          (refusal) => {
            throw refusal.code === 'model_not_found' ? Refusal.failed() : refusal;
          },
        );
      },
    }),
  },
  editsChat('chat-usage-null', 'The token counts of a chat completion are null.', {
    usage: { prompt_tokens: null, completion_tokens: null, total_tokens: null },
  }),
  editsChat(
    'chat-usage-total-off',
    'The total_tokens of a chat completion is too high by one.',
    ({ usage }, { inputTokens, tokens }) => ({
      usage: isJsonObject(usage)
        ? { ...usage, total_tokens: inputTokens + tokens.length + 1 }
        : undefined,
    }),
  ),
];

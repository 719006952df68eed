import { editsChat, editsChoices, editsWire, sameId, streamsAlways } from '../edits/answers.ts';
import { editMember } from '../edits/json.ts';
import { refuses } from '../edits/requests.ts';
import { after, before } from '../edits/steps.ts';
import type { Alterations } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';

const KEPT_CHARACTERS = 8192;

const KNOWN = new Set(['model', 'messages', 'temperature', 'stream', 'stream_options']);

export const chatFaults: Alterations = {
  'chat-401-some': refuses(
    'One of two chats with a valid key returns 401.',
    { operation: 'chat', every: 2 },
    () => Refusal.unauthorized('The key could not be looked up.', 'Bearer'),
  ),
  'chat-always-sse': streamsAlways(
    'Chat is always streamed, whatever the stream switch is.',
    'chat',
    true,
  ),
  'chat-content-array': editsChoices(
    'The content of a message is an array of parts.',
    ({ message }) => {
      const text = isJsonObject(message) ? message.content : '';
      return { message: { role: 'assistant', content: [{ type: 'text', text }] } };
    },
  ),
  'chat-created-float': editsChat(
    'The field created of a chat completion has a fraction.',
    (_, chat) => ({ created: chat.created + 0.123 }),
  ),
  'chat-created-millis': after('timestamp')('Times are in milliseconds since the epoch.', () =>
    Date.now(),
  ),
  'chat-drop-usage': editsChat('A chat completion has no usage.', { usage: undefined }),
  'chat-finish-null': editsChoices('The finish_reason of a finished choice is null.', {
    finish_reason: null,
  }),
  'chat-id-constant': sameId('All chat completions have the same id.', 'chatcmpl-0123456789abcdef'),
  'chat-index-from-one': editsChoices('The choices of a chat completion are numbered from 1.', {
    index: 1,
  }),
  'chat-latin1-encode': editsWire(
    'The body of a chat completion is encoded as Latin-1.',
    'chat',
    (wire) => ({ ...wire, payload: Buffer.from(String(wire.payload), 'latin1') }),
  ),
  'chat-missing-model-default': before('checkChat')(
    'A default model answers a chat request without a model.',
    (body) => [{ ...body, model: body.model ?? 'ref-chat' }],
  ),
  'chat-model-empty': editsChat('The model of a chat completion is an empty string.', {
    model: '',
  }),
  'chat-prompt-cut': after('checkChat')(
    'The model sees only the beginning of a long chat prompt.',
    (checked) => ({
      ...checked,
      input: checked.input.slice(0, KEPT_CHARACTERS),
      echo: checked.echo.slice(0, KEPT_CHARACTERS),
    }),
  ),
  'chat-role-bot': editsChoices('The message of a chat completion has the role bot.', (choice) =>
    editMember(choice, 'message', (message) => ({ ...message, role: 'bot' })),
  ),
  'chat-temperature-integer-only': before('checkChat')(
    'A temperature that is not an integer is refused.',
    (body) => {
      const { temperature = 0 } = body;
      if (Number.isInteger(temperature)) return [body];
      throw Refusal.badField('temperature', 'temperature must be an integer.');
    },
  ),
  'chat-turns-reversed': before('checkChat')(
    'The messages of a chat reach the model in reverse order.',
    (body) => {
      const { messages } = body;
      return [Array.isArray(messages) ? { ...body, messages: messages.toReversed() } : body];
    },
  ),
  'chat-unknown-field-500': before('checkChat')(
    'An unknown field of a chat request returns 500.',
    (body) => {
      if (Object.keys(body).some((name) => !KNOWN.has(name))) throw Refusal.failed();
      return [body];
    },
  ),
  'chat-unknown-model-500': before('presentRefusal')(
    'An unknown model returns 500.',
    (refusal, context) => {
      const isEdited = refusal.code === 'model_not_found' && context.operation === 'chat';
      return [isEdited ? Refusal.failed() : refusal, context];
    },
  ),
  'chat-usage-null': editsChat('The token counts of a chat completion are null.', {
    usage: { prompt_tokens: null, completion_tokens: null, total_tokens: null },
  }),
  'chat-usage-total-off': editsChat(
    'The total_tokens of a chat completion is too high by one.',
    (body, { inputTokens, tokens }) =>
      editMember(body, 'usage', (usage) => ({
        ...usage,
        total_tokens: inputTokens + tokens.length + 1,
      })),
  ),
};

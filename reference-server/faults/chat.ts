import type { Alteration } from '../hooks.ts';
import { editChoices } from '../http/edit-events.ts';
import { isJsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { finishReason } from '../models/chat.ts';
import { onRefusal } from '../on-refusal.ts';
import { refuseEveryNth } from '../refuse-every-nth.ts';

const KEPT_CHARACTERS = 8192;

const KNOWN = new Set(['model', 'messages', 'temperature', 'stream', 'stream_options']);

export const chatFaults: readonly Alteration[] = [
  {
    id: 'chat-401-some',
    summary: 'One of two chats with a valid key returns 401.',
    hooks: ({ limit }) => ({
      limit: refuseEveryNth(limit, {
        operation: 'chat',
        every: 2,
        refusal: Refusal.unauthorized('The key could not be looked up.', 'Bearer'),
      }),
    }),
  },
  {
    id: 'chat-always-sse',
    summary: 'Chat is always streamed, whatever the stream switch is.',
    hooks: ({ wantsStream }) => ({
      wantsStream: (body, operation) => operation === 'chat' || wantsStream(body, operation),
    }),
  },
  {
    id: 'chat-content-array',
    summary: 'The content of a message is an array of parts.',
    hooks: ({ presentChat }) => ({
      presentChat(completion) {
        const content = [{ type: 'text', text: completion.tokens.join('') }];
        const message = { role: 'assistant', content };
        const choice = { index: 0, message, finish_reason: finishReason(completion) };
        return { ...presentChat(completion), choices: [choice] };
      },
    }),
  },
  {
    id: 'chat-created-float',
    summary: 'The field created of a chat completion has a fraction.',
    hooks: ({ presentChat }) => ({
      presentChat: (completion) => ({
        ...presentChat(completion),
        created: completion.created + 0.123,
      }),
    }),
  },
  {
    id: 'chat-created-millis',
    summary: 'Times are in milliseconds since the epoch.',
    hooks: () => ({ timestamp: () => Date.now() }),
  },
  {
    id: 'chat-drop-usage',
    summary: 'A chat completion has no usage.',
    hooks: ({ presentChat }) => ({
      presentChat(completion) {
        const { usage: _, ...body } = presentChat(completion);
        return body;
      },
    }),
  },
  {
    id: 'chat-finish-null',
    summary: 'The finish_reason of a finished choice is null.',
    hooks: ({ presentChat }) => ({
      presentChat: (completion) =>
        editChoices(presentChat(completion), (choice) => ({ ...choice, finish_reason: null })),
    }),
  },
  {
    id: 'chat-id-constant',
    summary: 'All chat completions have the same id.',
    hooks: ({ newId }) => ({
      newId: (prefix) => (prefix === 'chatcmpl-' ? 'chatcmpl-0123456789abcdef' : newId(prefix)),
    }),
  },
  {
    id: 'chat-index-from-one',
    summary: 'The choices of a chat completion are numbered from 1.',
    hooks: ({ presentChat }) => ({
      presentChat: (completion) =>
        editChoices(presentChat(completion), (choice) => ({ ...choice, index: 1 })),
    }),
  },
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
  {
    id: 'chat-missing-model-default',
    summary: 'A default model answers a chat request without a model.',
    hooks: ({ checkChat }) => ({
      checkChat: (body) => checkChat({ ...body, model: body.model ?? 'ref-chat' }),
    }),
  },
  {
    id: 'chat-model-empty',
    summary: 'The model of a chat completion is an empty string.',
    hooks: ({ presentChat }) => ({
      presentChat: (completion) => ({ ...presentChat(completion), model: '' }),
    }),
  },
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
  {
    id: 'chat-role-bot',
    summary: 'The message of a chat completion has the role bot.',
    hooks: ({ presentChat }) => ({
      presentChat: (completion) =>
        editChoices(presentChat(completion), (choice) => {
          const { message } = choice;
          return isJsonObject(message)
            ? { ...choice, message: { ...message, role: 'bot' } }
            : choice;
        }),
    }),
  },
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
  {
    id: 'chat-turns-reversed',
    summary: 'The messages of a chat reach the model in reverse order.',
    hooks: ({ checkChat }) => ({
      checkChat(body) {
        const { messages } = body;
        return checkChat(
          Array.isArray(messages) ? { ...body, messages: messages.toReversed() } : body,
        );
      },
    }),
  },
  {
    id: 'chat-unknown-field-500',
    summary: 'An unknown field of a chat request returns 500.',
    hooks: ({ checkChat }) => ({
      checkChat(body) {
        if (Object.keys(body).some((name) => !KNOWN.has(name))) throw Refusal.failed();
        return checkChat(body);
      },
    }),
  },
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
  {
    id: 'chat-usage-null',
    summary: 'The token counts of a chat completion are null.',
    hooks: ({ presentChat }) => ({
      presentChat(completion) {
        const usage = { prompt_tokens: null, completion_tokens: null, total_tokens: null };
        return { ...presentChat(completion), usage };
      },
    }),
  },
  {
    id: 'chat-usage-total-off',
    summary: 'The total_tokens of a chat completion is too high by one.',
    hooks: ({ presentChat }) => ({
      presentChat(completion) {
        const [input, output] = [completion.inputTokens, completion.tokens.length];
        const usage = {
          prompt_tokens: input,
          completion_tokens: output,
          total_tokens: input + output + 1,
        };
        return { ...presentChat(completion), usage };
      },
    }),
  },
];

import type { CheckedText } from '../hooks.ts';
import {
  type Body,
  contentText,
  imagesIn,
  optionalBoolean,
  optionalBound,
  optionalInteger,
  optionalNumber,
  optionalObject,
  requireText,
} from '../http/fields.ts';
import { isObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { behaviourOf } from '../models/models.ts';
import { checkResults, checkTools } from './chat-tools.ts';
import { receiveText } from './text.ts';

/** POST /chat/completions. */
export const receiveChat = receiveText('chat', ({ hooks }) => ({
  idPrefix: 'chatcmpl-',
  check: hooks.checkChat,
  present: hooks.presentChat,
  plan: hooks.planChat,
}));

/** Refuses what is not a chat request; unknown members are ignored. */
export function checkChat(body: Body): CheckedText {
  const model = requireText(body, 'model');
  const messages = checkMessages(body.messages);
  optionalNumber(body, 'temperature');
  optionalBoolean(body, 'stream');
  const includeUsage = optionalBoolean(optionalObject(body, 'stream_options'), 'include_usage');
  const mostTokens = Math.min(
    optionalBound(body, 'max_tokens'),
    optionalBound(body, 'max_completion_tokens'),
  );
  const instructions = messages.filter(({ role }) => role === 'system');
  const input = messages.findLast(({ role }) => role === 'user')?.text ?? '';
  const last = messages.at(-1);
  return {
    model,
    behaviour: behaviourOf(model),
    instructions: instructions.map(({ text }) => text).join('\n'),
    input,
    echo: input,
    includeUsage,
    mostTokens,
    seen: last?.images ?? [],
    ...checkFormat(body.response_format),
    count: countOf(body, 'n'),
    alternatives: optionalBoolean(body, 'logprobs') ? topOf(body, 'top_logprobs') : undefined,
    stop: stopWords(body.stop),
    tools: checkTools(body, last?.role === 'user' ? last.text : ''),
  };
}

const countOf = optionalInteger(1, 8, 1);
const topOf = optionalInteger(0, 20, 0);

function stopWords(stop: unknown): readonly string[] {
  const words: readonly unknown[] = Array.isArray(stop) ? stop : [stop];
  return words.filter((word): word is string => typeof word === 'string' && word !== '');
}

/** The JSON of `json_object`, for which the caller names no members. */
const ANSWER = { properties: { answer: { type: 'string' } } };

/** @param param names the format, for the refusal */
export function checkFormat(
  format: unknown,
  param = 'response_format',
): Pick<CheckedText, 'schema'> {
  const { type = 'text', json_schema: wanted } = isObject(format) ? format : {};
  if (type === 'json_object') return { schema: ANSWER };
  if (type === 'json_schema' && isObject(wanted)) return { schema: wanted.schema ?? ANSWER };
  if (type === 'text') return {};
  throw Refusal.badField(param, `${param} must be a format of a text.`);
}

interface Message {
  readonly role: string;
  readonly text: string;
  readonly images: readonly string[];
}

function checkMessages(messages: unknown): readonly Message[] {
  if (!Array.isArray(messages) || messages.length === 0) {
    throw Refusal.badField('messages', 'messages must be an array of at least one message.');
  }
  checkResults(messages.filter(isObject));
  return messages.map((message: unknown, index) => {
    const param = `messages[${index}]`;
    if (!isObject(message)) throw Refusal.badField(param, `${param} must be an object.`);
    const { role } = message;
    if (typeof role !== 'string' || role === '') {
      throw Refusal.badField(`${param}.role`, `${param}.role must be a string.`);
    }
    const images = imagesIn(message.content, `${param}.content`);
    return { role, images, text: messageText(message, `${param}.content`) };
  });
}

/** The text of a message; '' where an assistant only calls tools. */
function messageText({ role, content, tool_calls: calls }: Body, param: string): string {
  const onlyCalls = role === 'assistant' && Array.isArray(calls) && calls.length > 0;
  return onlyCalls && (content ?? null) === null ? '' : contentText(content, param);
}

import type { CheckedText } from '../hooks.ts';
import {
  type Body,
  contentText,
  optionalBoolean,
  optionalBound,
  optionalNumber,
  optionalText,
  requireText,
} from '../http/fields.ts';
import { isObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { behaviourOf } from '../models/models.ts';
import { receiveText } from './text.ts';

/** POST /responses. */
export const receiveResponses = receiveText('responses', (hooks) => ({
  idPrefix: 'resp_',
  check: hooks.checkResponses,
  present: hooks.presentResponse,
  plan: hooks.planResponse,
}));

/** Refuses what is not a responses request; unknown members are ignored. */
export function checkResponses(body: Body): CheckedText {
  const model = requireText(body, 'model');
  const instructions = optionalText(body, 'instructions');
  const input = inputText(body.input);
  optionalNumber(body, 'temperature');
  optionalBoolean(body, 'stream');
  const mostTokens = optionalBound(body, 'max_output_tokens');
  const echo = [instructions, input].filter((text) => text !== '').join('\n');
  return {
    model,
    behaviour: behaviourOf(model),
    instructions,
    input,
    echo,
    includeUsage: false,
    mostTokens,
  };
}

/** The input as a string, or the text of its last item: a message, or the output of a tool. */
function inputText(input: unknown): string {
  if (typeof input === 'string') return input;
  if (!Array.isArray(input) || input.length === 0) {
    throw Refusal.badField('input', 'input must be a string or an array of items.');
  }
  const texts = input.map((item: unknown, index) => {
    const param = `input[${index}]`;
    if (!isObject(item)) throw Refusal.badField(param, `${param} must be an object.`);
    const { type = 'message', content, output } = item;
    if (type === 'message') return contentText(content, `${param}.content`);
    return typeof output === 'string' ? output : '';
  });
  return texts.at(-1) ?? '';
}

import type { CheckedText, Hooks } from '../hooks.ts';
import {
  type Body,
  contentText,
  imagesIn,
  optionalBoolean,
  optionalBound,
  optionalNumber,
  optionalText,
  requireText,
} from '../http/fields.ts';
import { isJsonObject, isObject, type JsonObject, type JsonValue } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { behaviourOf } from '../models/models.ts';
import { outputOf, REPEATED } from '../models/responses.ts';
import type { Tenant } from '../state/tenants.ts';
import { checkFormat } from './chat.ts';
import { checkResults, checkTools } from './chat-tools.ts';
import { receiveText } from './text.ts';

/** POST /responses. */
export const receiveResponses = receiveText('responses', ({ hooks, responses }, tenant) => ({
  idPrefix: 'resp_',
  check: (body) => hooks.checkResponses(continued(hooks, tenant, body)),
  present: hooks.presentResponse,
  plan: hooks.planResponse,
  keep({ dialog }, completion) {
    if (dialog === undefined) return;
    const items = [...dialog, ...outputOf(completion)];
    responses.add({ id: completion.id, tenant, items });
  },
}));

/** The same request, with the dialog of the response that it continues before its input. */
function continued({ findResponse }: Hooks, tenant: Tenant, body: JsonObject): JsonObject {
  const id = optionalText(body, 'previous_response_id');
  const own = dialogOf(body.input);
  if (id === '' || own === undefined) return body;
  const previous = findResponse(tenant, id);
  if (previous !== undefined) return { ...body, input: [...previous.items, ...own] };
  const message = 'There is no such response, or it was not stored.';
  throw Refusal.badField('previous_response_id', message).with({
    code: 'previous_response_not_found',
  });
}

/** An input as items; undefined where it is none. */
function dialogOf(input: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: input }];
  return Array.isArray(input) ? input : undefined;
}

/** Refuses what is not a responses request; unknown members are ignored. */
export function checkResponses(body: JsonObject): CheckedText {
  const model = requireText(body, 'model');
  const instructions = optionalText(body, 'instructions');
  const items = itemsOf(body.input);
  const last = items.at(-1);
  const isContinued = (body.previous_response_id ?? null) !== null;
  const said = isContinued ? items.map(({ text }) => text) : [last?.text ?? ''];
  const input = said.filter((text) => text !== '').join('\n');
  optionalNumber(body, 'temperature');
  optionalBoolean(body, 'stream');
  const mostTokens = optionalBound(body, 'max_output_tokens');
  const { store = true } = body;
  optionalBoolean(body, 'store');
  checkResults(
    items.map(({ asMessage }) => asMessage),
    (index) => `input[${index}].call_id`,
  );
  const echo = [instructions, input].filter((text) => text !== '').join('\n');
  return {
    model,
    behaviour: behaviourOf(model),
    instructions,
    input,
    echo,
    includeUsage: false,
    mostTokens,
    seen: last?.images ?? [],
    ...checkTextFormat(body.text),
    tools: checkTools(asChat(body), last?.isPrompt === true ? last.text : ''),
    dialog: store === false ? undefined : dialogOf(body.input),
    requested: repeated(body),
  };
}

/** In a response the schema of a format stands beside its type. */
function checkTextFormat(text: unknown): Pick<CheckedText, 'schema'> {
  if (text !== undefined && text !== null && !isObject(text)) {
    throw Refusal.badField('text', 'text must be an object.');
  }
  const format = isObject(text) ? text.format : undefined;
  const nestedFormat = isObject(format) ? { type: format.type, json_schema: format } : format;
  return checkFormat(nestedFormat, 'text.format');
}

interface Item {
  readonly text: string;
  readonly images: readonly string[];
  /** It is text of a caller, and not the result of a tool. */
  readonly isPrompt: boolean;
  /** The message of a chat that says the same about calls. */
  readonly asMessage: Body;
}

const NO_ITEM: Item = { text: '', images: [], isPrompt: false, asMessage: {} };

/** The input as items: a string, or an array of messages, calls and their results. */
function itemsOf(input: unknown): readonly Item[] {
  if (typeof input === 'string') return [{ ...NO_ITEM, text: input, isPrompt: true }];
  if (!Array.isArray(input) || input.length === 0) {
    throw Refusal.badField('input', 'input must be a string or an array of items.');
  }
  return input.map((item: unknown, index) => {
    const param = `input[${index}]`;
    if (!isObject(item)) throw Refusal.badField(param, `${param} must be an object.`);
    const { type = 'message', role, content, output, call_id: id } = item;
    if (type === 'message') {
      const text = contentText(content, `${param}.content`);
      const images = imagesIn(content, `${param}.content`);
      return { ...NO_ITEM, text, images, isPrompt: role === 'user' };
    }
    const text = typeof output === 'string' ? output : '';
    return { ...NO_ITEM, text, asMessage: messageOf(type, id) };
  });
}

function messageOf(type: unknown, id: unknown): Body {
  if (type === 'function_call') return { role: 'assistant', tool_calls: [{ id }] };
  return type === 'function_call_output' ? { role: 'tool', tool_call_id: id } : {};
}

/** The tools of a response in the form of a chat; tools of other types run at a provider. */
function asChat({ tools, tool_choice: choice, ...body }: Body): Body {
  const functions = Array.isArray(tools)
    ? tools.filter((tool: unknown) => !isObject(tool) || (tool.type ?? 'function') === 'function')
    : tools;
  return {
    ...body,
    tools: Array.isArray(functions) ? functions.map(nested) : functions,
    tool_choice: nested(choice),
  };
}

function nested(tool: unknown): unknown {
  return isObject(tool) ? { type: tool.type, function: tool } : tool;
}

function repeated(body: JsonObject): JsonObject {
  const given = Object.keys(REPEATED).filter((name) => (body[name] ?? null) !== null);
  return Object.fromEntries(given.map((name) => [name, repeatedValue(body[name])]));
}

/** A tool is repeated with each member that Open Responses requires (FunctionTool). */
function repeatedValue(value: JsonValue | undefined): JsonValue | undefined {
  if (!Array.isArray(value)) return value;
  const absent = { description: null, parameters: null, strict: null };
  return value.map((each: JsonValue) => (isJsonObject(each) ? { ...absent, ...each } : each));
}

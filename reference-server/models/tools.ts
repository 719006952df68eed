import { isObject, type JsonObject } from '../http/json.ts';

/** A function that a chat offers to the model. */
export interface Tool {
  readonly name: string;
  /** The JSON schema of its arguments. */
  readonly parameters: unknown;
}

/** What a chat says about tools. */
export interface ToolRequest {
  readonly tools: readonly Tool[];
  /** `required`: at least one call, also when nothing names a tool. */
  readonly choice: 'none' | 'auto' | 'required';
  readonly parallel: boolean;
  /** The last message where a user wrote it; '' after the result of a tool. */
  readonly prompt: string;
}

/** One call of a tool. */
export interface ToolUse {
  readonly name: string;
  /** JSON. */
  readonly arguments: string;
}

/** A call in an answer: its arguments are those of the tokens of the answer from `from` to `to`. */
export interface PlannedCall {
  readonly id: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/**
 * A model calls each tool that the prompt names, in the order of the tools.
 *
 * @param text what it writes where an argument is any text
 */
export function callTools(
  { tools, choice, parallel, prompt }: ToolRequest,
  text: string,
): readonly ToolUse[] {
  if (choice === 'none') return [];
  const words = new Set(prompt.split(/[^\w-]+/));
  const named = tools.filter(({ name }) => words.has(name));
  const called = named.length === 0 && choice === 'required' ? tools.slice(0, 1) : named;
  return called.slice(0, parallel ? undefined : 1).map(({ name, parameters }) => {
    return { name, arguments: JSON.stringify(sample(parameters, text)) };
  });
}

/** A value that fits a schema of type, properties, items, enum, const, minimum and anyOf. */
export function sample(schema: unknown, text: string): unknown {
  if (!isObject(schema)) return {};
  const { anyOf, enum: values, const: only, type, properties, items, minimum } = schema;
  if (Array.isArray(anyOf)) return sample(anyOf[0], text);
  if (only !== undefined) return only;
  if (Array.isArray(values)) return values[0];
  switch (Array.isArray(type) ? type[0] : type) {
    case 'string':
      return text;
    case 'number':
    case 'integer':
      return minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return [sample(items, text)];
    default:
      return Object.fromEntries(
        Object.entries(isObject(properties) ? properties : {}).map(([name, own]) => [
          name,
          sample(own, text),
        ]),
      );
  }
}

/** A text of JSON in the pieces of a stream, a few characters each. */
export function piecesOf(json: string): readonly string[] {
  return json.match(/.{1,8}/gsu) ?? [];
}

/** Where the tokens of each call are among those of all calls. */
export function placed(uses: readonly ToolUse[]): readonly Omit<PlannedCall, 'id'>[] {
  let to = 0;
  return uses.map((use) => {
    const from = to;
    to += piecesOf(use.arguments).length;
    return { name: use.name, from, to };
  });
}

/** The calls of a message. */
export function toolCalls(
  calls: readonly PlannedCall[],
  tokens: readonly string[],
): readonly JsonObject[] {
  return calls.map(({ id, name, from, to }) => ({
    id,
    type: 'function',
    function: { name, arguments: tokens.slice(from, to).join('') },
  }));
}

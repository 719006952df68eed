import { isJsonObject, type JsonObject, type JsonValue, parseObject } from '../../http/json.ts';
import type { Operation } from '../../routes.ts';
import { type ProviderError, ProviderFailure } from './provider-failure.ts';

/** Replaces what no caller may see in the strings of the provider's JSON. */
export type Scrub = (text: string) => string;

/** Replaces each of these secrets and addresses. */
export function scrubber(hidden: readonly string[]): Scrub {
  const named = hidden.filter((each) => each !== '');
  return (text) => named.reduce((scrubbed, each) => scrubbed.replaceAll(each, '[removed]'), text);
}

/** A JSON object of the provider; anything else is a failure. */
export function parseProviderJson(bytes: Buffer): JsonObject {
  try {
    return parseObject(bytes);
  } catch {
    throw new ProviderFailure({ kind: 'unusable' });
  }
}

/** The same object with other strings, names included. */
export function withStrings(value: JsonObject, change: Scrub): JsonObject {
  const members = Object.entries(value).map(([name, member]) => {
    return [change(name), member === undefined ? undefined : changed(member, change)] as const;
  });
  return Object.fromEntries(members);
}

function changed(value: JsonValue, change: Scrub): JsonValue {
  if (typeof value === 'string') return change(value);
  if (isJsonObject(value)) return withStrings(value, change);
  return Array.isArray(value) ? value.map((item: JsonValue) => changed(item, change)) : value;
}

const LONGEST_MESSAGE = 1000;

/** The error of an answer or an event; undefined when it has none. */
export function errorIn(body: JsonObject, scrub: Scrub): ProviderError | undefined {
  const error = isJsonObject(body.error) ? body.error : body.type === 'error' ? body : undefined;
  if (error === undefined) return undefined;
  const text = (value: JsonValue | undefined) =>
    typeof value === 'string' ? scrub(value) : undefined;
  const message = text(error.message) ?? 'The provider failed.';
  return {
    message: message.replaceAll(/\p{Cc}/gu, ' ').slice(0, LONGEST_MESSAGE),
    type: error === body ? undefined : text(error.type),
    param: text(error.param) ?? null,
    code: typeof error.code === 'number' ? String(error.code) : (text(error.code) ?? null),
  };
}

/** Whether a body has the member that an answer of this operation is about. */
export function isAnswerTo(operation: Operation, body: JsonObject): boolean {
  switch (operation) {
    case 'chat':
      return hasObjects(body.choices);
    case 'responses':
      return Array.isArray(body.output) && typeof body.id === 'string';
    case 'images':
      return hasObjects(body.data);
    case 'transcription':
      return typeof body.text === 'string';
    default:
      return typeof body.id === 'string' && body.id !== '' && typeof body.status === 'string';
  }
}

function hasObjects(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isJsonObject);
}

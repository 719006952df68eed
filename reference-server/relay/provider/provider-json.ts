import { isJsonObject, type JsonObject, type JsonValue, parseObject } from '../../http/json.ts';
import type { Operation } from '../../routes.ts';
import type { Veil } from '../veil.ts';
import { type ProviderError, ProviderFailure } from './provider-failure.ts';

/** A JSON object of the provider; anything else is a failure. */
export function parseProviderJson(bytes: Buffer): JsonObject {
  try {
    return parseObject(bytes);
  } catch {
    throw new ProviderFailure({ kind: 'unusable' });
  }
}

const LONGEST_MESSAGE = 1000;

/** The error of an answer or an event; undefined when it has none. */
export function errorIn(body: JsonObject, veil: Veil): ProviderError | undefined {
  const error = isJsonObject(body.error) ? body.error : body.type === 'error' ? body : undefined;
  if (error === undefined) return undefined;
  const text = (value: JsonValue | undefined) =>
    typeof value === 'string' ? veil.error(value) : undefined;
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
    case 'video-create':
    case 'video-read':
    case 'video-cancel':
    case 'video-content':
      return typeof body.id === 'string' && body.id !== '' && typeof body.status === 'string';
  }
}

function hasObjects(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isJsonObject);
}

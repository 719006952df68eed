import { isJsonObject, type JsonObject, type JsonValue, parseObject } from '../../http/json.ts';
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

import type { IncomingMessage } from 'node:http';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/json.ts';
import type { Operation } from '../routes.ts';
import type { Provider } from './provider/provider.ts';
import { collectBody, decodedBody } from './provider/provider-body.ts';
import { type ProviderError, ProviderFailure } from './provider/provider-failure.ts';
import {
  errorIn,
  isAnswerTo,
  parseProviderJson,
  scrubber,
  withStrings,
} from './provider/provider-json.ts';
import { retryAfterOf } from './provider/retry-after.ts';

/** The limit of an answer in one body. */
export const MOST_BYTES = 64 * 1024 * 1024;
const MOST_ERROR_BYTES = 256 * 1024;

/** Throws the failure that an answer without a status of success is. */
export async function requireSuccess(
  answer: IncomingMessage,
  provider: Provider,
  signal: AbortSignal,
): Promise<void> {
  const status = answer.statusCode ?? 0;
  if (status >= 200 && status < 300) return;
  if (status < 400 || status > 599) {
    answer.destroy();
    throw new ProviderFailure({ kind: 'unusable' });
  }
  const error = await errorOf(answer, provider, signal);
  signal.throwIfAborted();
  const retryAfter = retryAfterOf(answer.headers);
  throw new ProviderFailure({ kind: 'refused', status, ...(error && { error }) }, retryAfter);
}

/** The error in a body; undefined when the body has none. */
async function errorOf(
  answer: IncomingMessage,
  provider: Provider,
  signal: AbortSignal,
): Promise<ProviderError | undefined> {
  try {
    const bytes = await collectBody(decodedBody(answer), MOST_ERROR_BYTES, signal);
    return errorIn(parseProviderJson(bytes), scrubber([provider.key, ...provider.names]));
  } catch (error) {
    if (error instanceof ProviderFailure) return undefined;
    throw error;
  }
}

/** An answer in one body, as the caller gets it. */
export async function receiveBody(
  { hooks }: Gateway,
  provider: Provider,
  operation: Operation,
  answer: IncomingMessage,
  signal: AbortSignal,
): Promise<{ readonly body: JsonObject; readonly sizeBytes: number }> {
  const bytes = await collectBody(decodedBody(answer), MOST_BYTES, signal);
  const body = parseProviderJson(bytes);
  const error = errorIn(body, scrubber([provider.key, ...provider.names]));
  if (error !== undefined) throw new ProviderFailure({ kind: 'failed', error });
  if (!isAnswerTo(operation, body)) throw new ProviderFailure({ kind: 'unusable' });
  const withheld = withoutKey(body, bytes, provider.key);
  return { body: hooks.relayBody(withheld, operation), sizeBytes: bytes.length };
}

const ESCAPE = '\\u';

/**
 * The provider's JSON without the gateway's key. The address stays: it can be part of a text that a
 * model wrote.
 * @param source of the JSON, which can have the key in escapes
 */
export function withoutKey(body: JsonObject, source: Buffer | string, key: string): JsonObject {
  if (!source.includes(key) && !source.includes(ESCAPE)) return body;
  return withStrings(body, scrubber([key]));
}

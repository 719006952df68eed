import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/json.ts';
import { isAnswerTo, type Operation } from '../routes.ts';
import type { ProviderAnswer } from './provider/provider.ts';
import { collectBody, decodedBody } from './provider/provider-body.ts';
import { type ProviderError, ProviderFailure, retryAfterOf } from './provider/provider-failure.ts';
import { errorIn, parseProviderJson } from './provider/provider-json.ts';
import type { Veil } from './veil.ts';

/** The limit of an answer in one body. */
export const MOST_BYTES = 64 * 1024 * 1024;
const MOST_ERROR_BYTES = 256 * 1024;

/** How the body of an answer is read. */
interface Reading {
  readonly veil: Veil;
  /** Ends it, with its reason. */
  readonly signal: AbortSignal;
}

/** Throws the failure that an answer without a status of success is. */
export async function requireSuccess(answer: ProviderAnswer, reading: Reading): Promise<void> {
  const { status, headers, body } = answer;
  if (status >= 200 && status < 300) return;
  if (status < 400 || status > 599) {
    body.destroy();
    throw new ProviderFailure({ kind: 'unusable' });
  }
  const error = await errorOf(answer, reading);
  reading.signal.throwIfAborted();
  const reason = { kind: 'refused', status, ...(error && { error }) } as const;
  throw new ProviderFailure(reason, retryAfterOf(headers));
}

/** The error in a body; undefined when the body has none. */
async function errorOf(
  answer: ProviderAnswer,
  { veil, signal }: Reading,
): Promise<ProviderError | undefined> {
  try {
    const bytes = await collectBody(decodedBody(answer), MOST_ERROR_BYTES, signal);
    return errorIn(parseProviderJson(bytes), veil);
  } catch (error) {
    if (error instanceof ProviderFailure) return undefined;
    throw error;
  }
}

/** An answer in one body, as the caller gets it. */
export async function receiveBody(
  { hooks }: Gateway,
  operation: Operation,
  answer: ProviderAnswer,
  { veil, signal }: Reading,
): Promise<{ readonly body: JsonObject; readonly sizeBytes: number }> {
  const bytes = await collectBody(decodedBody(answer), MOST_BYTES, signal);
  const body = parseProviderJson(bytes);
  const error = errorIn(body, veil);
  if (error !== undefined) throw new ProviderFailure({ kind: 'failed', error });
  if (!isAnswerTo(operation, body)) throw new ProviderFailure({ kind: 'unusable' });
  const given = hooks.relayBody(veil.body(body, bytes), operation, answer);
  return { body: given, sizeBytes: bytes.length };
}

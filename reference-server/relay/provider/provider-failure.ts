import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '../../http/refusal.ts';

/** The error members of an answer of the provider, without secrets. */
export interface ProviderError {
  readonly message: string;
  readonly type: string | undefined;
  readonly param: string | null;
  readonly code: string | null;
}

export type FailureReason =
  /** It answered with an error status. */
  | { readonly kind: 'refused'; readonly status: number; readonly error?: ProviderError }
  /** No connection was possible. */
  | { readonly kind: 'unreachable' }
  /** The connection was closed before the end of the answer. */
  | { readonly kind: 'cut' }
  /** The deadline passed. */
  | { readonly kind: 'silent' }
  /** The answer is not one to the request. */
  | { readonly kind: 'unusable' }
  /** An error event, or an error where the result was due. */
  | { readonly kind: 'failed'; readonly error: ProviderError };

/** A call of the provider that has no result. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure' as const;
  readonly reason: FailureReason;
  /** The `Retry-After` of the answer; undefined when it has none that is valid. */
  readonly retryAfter: string | undefined;

  constructor(reason: FailureReason, retryAfter?: string) {
    super(`The provider failed: ${reason.kind}.`);
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

const UNAVAILABLE = 'The provider is not available.';

/** What the caller gets. Nothing in it names the provider's address or a key. */
export function refusalOf({ reason, retryAfter }: ProviderFailure): Refusal {
  switch (reason.kind) {
    case 'refused': {
      const headers = waitFor(reason.status, retryAfter);
      return reason.status >= 400 && reason.status < 500 && !isAboutGateway(reason.status)
        ? callerError(reason.status, reason.error, headers)
        : serverError(statusOf(reason.status), 'The provider failed.', 'provider_failed', headers);
    }
    case 'unreachable':
      return serverError(502, UNAVAILABLE, 'provider_unreachable');
    case 'silent':
      return serverError(504, 'The provider did not answer in time.', 'provider_timeout');
    case 'cut':
    case 'unusable':
      return serverError(502, 'The provider gave no valid answer.', 'provider_bad_answer');
    case 'failed':
      return serverError(502, reason.error.message, 'provider_failed');
  }
}

/** The provider's wait; a client that is limited gets one in any case. */
function waitFor(status: number, retryAfter: string | undefined): Readonly<Record<string, string>> {
  const wait = retryAfter ?? (status === 429 ? '1' : undefined);
  return wait === undefined ? {} : { 'retry-after': wait };
}

/** The members of an error event. */
export function errorMembers(failure: ProviderFailure) {
  const { message, type, param, code } = refusalOf(failure);
  return { message, type, param, code };
}

/** Is about the credentials or the address of the gateway, not about its caller. */
function isAboutGateway(status: number): boolean {
  return [401, 402, 403, 407, 408].includes(status);
}

/** 503 and 504 say something that a caller can use, 529 means the same as 503. */
function statusOf(status: number): number {
  if (status === 503 || status === 529) return 503;
  return status === 504 || status === 408 ? 504 : 502;
}

function serverError(
  status: number,
  message: string,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Refusal {
  return new Refusal({ status, type: 'server_error', message, code, headers });
}

function callerError(
  status: number,
  error: ProviderError | undefined,
  headers: Readonly<Record<string, string>>,
): Refusal {
  const { message = 'The provider refused the request.', param = null, code = null } = error ?? {};
  const type = status === 429 ? 'rate_limit_error' : 'invalid_request_error';
  return new Refusal({ status, type: error?.type ?? type, message, param, code, headers });
}

const SECONDS = /^\d{1,9}$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The wait that the provider asks for, as a `Retry-After`; undefined when it asks for none. */
export function retryAfterOf(headers: IncomingHttpHeaders): string | undefined {
  const given = headers['retry-after']?.trim() ?? '';
  if (SECONDS.test(given) || HTTP_DATE.test(given)) return given;
  const ms = headers['retry-after-ms'];
  if (typeof ms !== 'string' || !SECONDS.test(ms)) return undefined;
  return String(Math.ceil(Number(ms) / 1000));
}

import { LIMITS } from '../../input/limits.ts';
import type { Outcome } from '../exchange.ts';

/** The stage of an exchange when its transport failed. */
export type Stage =
  /** No connection yet. */
  | 'connecting'
  /** Connected; no status line yet. */
  | 'waiting'
  /** The answer had begun. */
  | 'answering';

/** The outcome that a failure of the transport at this stage means. */
export function outcomeAt(stage: Stage): Outcome {
  return BROKEN[stage];
}

/** The short name of a transport error, such as ECONNREFUSED; never its whole message. */
export function failureCode(error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : error.name;
}

/** The failure for bytes that are not an HTTP response. */
export const NOT_HTTP = 'not HTTP/1.1';
/** The failure when interim responses do not end. */
export const ONLY_INTERIM = 'interim responses (1xx) without an end';
/** The failure when a head exceeds its limit. */
export const HEAD_TOO_LARGE = `a head of more than ${LIMITS.headBytes.value / 1024} KiB`;
/** The failure when no connection is established in time. */
export const NO_CONNECTION = `no connection within ${LIMITS.connectMs.value / 1000} s`;
/** The failure when a deadline passes before the whole body was sent. */
export const BODY_NOT_SENT = 'the body was still being sent';

const OF_PROXY = 'proxy: ';

/** The error of a connection that its proxy did not open, with the status or the code. */
export function ofProxy(failure: string): Error {
  const message = `${OF_PROXY}${failure}`;
  return Object.assign(new Error(message), { code: message, syscall: 'connect' });
}

/** What kept a proxy from opening a connection, such as 407; undefined for another failure. */
export function proxyFailure(failure: string | undefined): string | undefined {
  return failure?.startsWith(OF_PROXY) ? failure.slice(OF_PROXY.length) : undefined;
}

/** Whether what came is not HTTP, so that its bytes are evidence. */
export function isNotHttp(failure: string | undefined): boolean {
  return failure === NOT_HTTP || failure === ONLY_INTERIM;
}

const BROKEN = {
  connecting: 'refused',
  waiting: 'reset',
  answering: 'truncated',
} as const satisfies Record<Stage, Outcome>;

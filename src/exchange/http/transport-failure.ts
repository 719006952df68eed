import type { Outcome } from '../exchange.ts';

/** The stage of an exchange when its transport failed. */
export type Stage =
  /** No connection yet. */
  | 'connecting'
  /** Connected; no status line yet. */
  | 'waiting'
  /** The answer had begun. */
  | 'answering';

/** The outcome that an error of the transport means. */
export function outcomeOf(code: string, stage: Stage): Outcome {
  if (TOO_LARGE.has(code)) return 'oversize';
  if (OUR_DEADLINES.has(code)) return 'timed-out';
  return BROKEN[stage];
}

/** The short name of a transport error, such as ECONNREFUSED; never its whole message. */
export function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'HTTPParserError' || error.message === SWITCHED) return NOT_HTTP;
  const code: unknown = Reflect.get(error, 'code');
  const name = typeof code === 'string' ? code : error.name;
  return PLAIN[name] ?? name;
}

/** The failure for bytes that are not an HTTP response. */
export const NOT_HTTP = 'not HTTP/1.1';
/** The failure when interim responses do not end. */
export const ONLY_INTERIM = 'interim responses (1xx) without an end';

/** The failure when a body does not have the length that its head states. */
export const WRONG_LENGTH = 'another length than Content-Length';

/** Whether what came is not HTTP, so that its bytes are evidence. */
export function isNotHttp(failure: string | undefined): boolean {
  return failure === NOT_HTTP || failure === ONLY_INTERIM;
}

/** What undici says about 101 Switching Protocols; its error has no code of its own. */
const SWITCHED = 'bad upgrade';

const PLAIN: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'closed by the other side',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: WRONG_LENGTH,
};

const BROKEN = {
  connecting: 'refused',
  waiting: 'reset',
  answering: 'truncated',
} as const satisfies Record<Stage, Outcome>;

const TOO_LARGE: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_OVERFLOW']);
const OUR_DEADLINES: ReadonlySet<string> = new Set(['UND_ERR_CONNECT_TIMEOUT']);

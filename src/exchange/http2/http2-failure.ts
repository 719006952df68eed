import { failureCode } from '../http/transport-failure.ts';

/** The names of RFC 9113 §7, by code. */
const NAMES = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
] as const;

type CodeName = (typeof NAMES)[number];

/** The code of an error. */
export const codeOf = (name: CodeName): number => NAMES.indexOf(name);

const nameOf = (code: number): string => NAMES[code] ?? `code ${code}`;

/** The failure of a connection over which something else came. */
export const NOT_HTTP2 = 'not HTTP/2';

/** Why a connection broke, such as ECONNRESET. */
export function brokenWords(error: Error): string {
  const code = failureCode(error);
  return code === 'ERR_HTTP2_ERROR' ? NOT_HTTP2 : code;
}

/** The failure of a stream that ended before its answer did. */
export function resetWords(code: number): string {
  return `the stream was reset: ${nameOf(code)}`;
}

/** The failure of a connection that the target ended. */
export function goawayWords(code: number): string {
  return `the target sent GOAWAY: ${nameOf(code)}`;
}

const GOAWAY = /^the target sent GOAWAY: /;

/** Whether an exchange failed because the target announced the end of its connection. */
export function isGoaway(failure: string | undefined): boolean {
  return GOAWAY.test(failure ?? '');
}

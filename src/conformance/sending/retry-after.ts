import { waitOf } from '../../answers/retry-after.ts';
import { type Exchange, header } from '../../exchange/exchange.ts';

const THROTTLED: ReadonlySet<number> = new Set([429, 503]);
const FIRST_WAIT_MS = 500;

/**
 * How long to wait before the request is sent again, in ms; undefined when the answer does not
 * ask for that. Without a readable Retry-After (RFC 9110 §10.2.3) the wait doubles each time.
 * @param retry counted from 0
 * @param nowUnixMs for a Retry-After that is a date
 */
export function retryWaitMs(
  { answer }: Exchange,
  retry: number,
  nowUnixMs: number,
): number | undefined {
  if (answer === undefined || !THROTTLED.has(answer.status)) return undefined;
  const value = header(answer.headers, 'retry-after') ?? '';
  return waitOf(value, nowUnixMs) ?? FIRST_WAIT_MS * 2 ** retry;
}

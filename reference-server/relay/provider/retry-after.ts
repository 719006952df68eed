import type { IncomingHttpHeaders } from 'node:http';

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

import type { IncomingMessage } from 'node:http';

/** The path prefix of the base address; without it the same paths answer too. */
export const PREFIX = '/v1';

const PREFIXED = /^\/v1(?=\/)/;

/** Removes the prefix from the address of a request, so that nothing else needs to know it. */
export function takePrefix(request: IncomingMessage): string {
  const { url = '' } = request;
  if (!PREFIXED.test(url)) return '';
  request.url = url.slice(PREFIX.length);
  return PREFIX;
}

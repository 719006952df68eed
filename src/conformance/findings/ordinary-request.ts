import type { Exchange } from '../../exchange/exchange.ts';

const HEADER_BYTES = 8 * 1024;
const ADDRESS_CHARACTERS = 2048;
const BODY_BYTES = 1024 * 1024;
/** A slash, a null character or a semicolon in a segment of a path, or an empty segment. */
const ODD_PATH = /%2f|%00|;|\/\/|\/$/i;

/**
 * Whether the gateway itself answers this request: an HTTP server in front of it may refuse an
 * unusual size or path with its own message.
 */
export function isOrdinary({ request: { url, headers, body } }: Exchange): boolean {
  const headerBytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return (
    headerBytes <= HEADER_BYTES &&
    url.length <= ADDRESS_CHARACTERS &&
    !ODD_PATH.test(new URL(url).pathname) &&
    (body.kind === 'none' || body.sizeBytes <= BODY_BYTES)
  );
}

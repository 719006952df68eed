import type { Exchange, RequestBody } from '../exchange.ts';

/** A word that only one request carries, such as `n3f9c2a71`: `n` and at least 8 hex digits. */
const NONCE = /\bn[0-9a-f]{8,}\b/g;

/** The nonces in a text, each once. */
export function noncesIn(text: string): ReadonlySet<string> {
  return new Set(text.match(NONCE));
}

/** The upstream records no more of a request. */
const MOST_NONCES = 8;

/**
 * The nonce by which a request is found upstream: the last one in it, because a turn of a dialog
 * repeats those before. Undefined where it has none, or too many.
 */
export function ownNonce({ request: { body } }: Exchange): string | undefined {
  const nonces = [...noncesIn(textIn(body))];
  return nonces.length < MOST_NONCES ? nonces.at(-1) : undefined;
}

/** The contents of uploaded files are not recorded, and their names are. */
function textIn(body: RequestBody): string {
  switch (body.kind) {
    case 'none':
      return '';
    case 'text':
      return body.text;
    case 'multipart':
      return [
        ...body.fields.map(([, value]) => value),
        ...body.files.map(({ filename }) => filename),
      ].join('\n');
  }
}

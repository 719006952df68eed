/** A word that only one request carries, such as `n3f9c2a71`: `n` and at least 8 hex digits. */
const NONCE = /\bn[0-9a-f]{8,}\b/g;

/** The nonces in a text, each once. */
export function noncesIn(text: string): ReadonlySet<string> {
  return new Set(text.match(NONCE));
}

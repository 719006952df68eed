/**
 * What each byte is compared as: upper case as lower case, and the two characters of base64url as
 * those of base64.
 */
export const FOLDED: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (character === '-') return '+'.charCodeAt(0);
  if (character === '_') return '/'.charCodeAt(0);
  return character >= 'A' && character <= 'Z' ? byte + 0x20 : byte;
});

export function folded(text: Uint8Array): Uint8Array {
  return text.map((byte) => FOLDED[byte] ?? byte);
}

const BASE64: ReadonlySet<number> = new Set(
  Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_'),
);

/** Whether a byte can be a character of base64 or base64url. */
export function isBase64(byte: number | undefined): boolean {
  return byte !== undefined && BASE64.has(byte);
}

import { cut } from './printable.ts';

const HEADERS = 64;
const CHARACTERS = 1024;

/** Headers as far as a report shows them. */
export function shownHeaders(
  headers: readonly (readonly [name: string, value: string])[],
): [string, string][] {
  return headers
    .slice(0, HEADERS)
    .map(([name, value]) => [cut(name, CHARACTERS), cut(value, CHARACTERS)]);
}

/**
 * The text of bytes that are UTF-8 without NUL; undefined for others.
 * @param isCut whether the bytes may end inside a character
 */
export function readableText(bytes: Uint8Array, isCut: boolean): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

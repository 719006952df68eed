import { type Headers, header } from '../exchange/exchange.ts';

/**
 * Whether a cache may reuse an answer with these headers for longer than this (RFC 9111 §4.2.1).
 */
export function isFresherThan(seconds: number, headers: Headers): boolean {
  const control = header(headers, 'cache-control');
  if (control !== undefined) {
    if (/\bno-(?:store|cache)\b/i.test(control)) return false;
    const lifetimes = [...control.matchAll(/\b(?:s-maxage|max-age)\s*=\s*"?(\d+)/gi)];
    return lifetimes.some(([, lifetime]) => Number(lifetime) > seconds);
  }
  const expiresMs = Date.parse(header(headers, 'expires') ?? '');
  const dateMs = Date.parse(header(headers, 'date') ?? '');
  return expiresMs - dateMs > seconds * 1000;
}

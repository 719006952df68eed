import type { Headers } from '../exchange.ts';

/** The values of Content-Length, each once (RFC 9110 §8.6: equal ones count as one). */
export function contentLengths(headers: Headers): readonly string[] {
  const values = headers.flatMap(([name, value]) =>
    name === 'content-length' ? value.split(',').map((each) => each.trim()) : [],
  );
  return [...new Set(values)];
}

/** Whether a head states different lengths, or a length and chunks (RFC 9112 §6.3). */
export function contradictsItself(headers: Headers): boolean {
  const lengths = contentLengths(headers);
  const isCoded = headers.some(([name]) => name === 'transfer-encoding');
  return lengths.length > (isCoded ? 0 : 1);
}

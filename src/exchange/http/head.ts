import type { Headers } from '../exchange.ts';

/** RFC 9110 §5.1, §5.5. */
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$/;

/** The name in lower case and the value of a header line; undefined for a line that is malformed. */
export function headerPair(line: string): readonly [name: string, value: string] | undefined {
  const [, name, value = ''] = HEADER.exec(line) ?? [];
  return name === undefined ? undefined : [name.toLowerCase(), value];
}

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

/** RFC 9110 §5.1, §5.5. */
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$/;

/** The name in lower case and the value of a header line; undefined for a line that is malformed. */
export function headerPair(line: string): readonly [name: string, value: string] | undefined {
  const [, name, value = ''] = HEADER.exec(line) ?? [];
  return name === undefined ? undefined : [name.toLowerCase(), value];
}

/** Characters shown on either side of where two texts part. */
const SHOWN = 32;

/** Two texts that should be equal, cut to where they first differ; undefined when they are equal. */
export function textDifference(
  expected: string,
  actual: string,
): { readonly expected: string; readonly actual: string } | undefined {
  if (expected === actual) return undefined;
  const start = Math.max(0, firstDifference(expected, actual) - SHOWN);
  return { expected: shown(expected, start), actual: shown(actual, start) };
}

function firstDifference(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  return at;
}

function shown(text: string, start: number): string {
  const end = start + 2 * SHOWN;
  const before = start > 0 ? '…' : '';
  const after = end < text.length ? '…' : '';
  return `${before}${JSON.stringify(text.slice(start, end))}${after} (${text.length} characters)`;
}

const LONGEST = 400;

/** A message of the cluster on one line, as long as a sentence can be. */
export function clipped(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`;
}

/** The same without the mark at its end, to stand within a sentence. */
export function quoted(message: string): string {
  return clipped(message).replace(/[.\s]+$/, '');
}

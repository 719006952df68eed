/** A longer text is not a mistyped name. */
const LONGEST_NAME = 200;

/** A name begun like this, or else the one that takes the fewest edits; undefined when none is near. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const begun = name.length > 3 && names.find((candidate) => candidate.startsWith(name));
  if (begun) return begun;
  let best: string | undefined;
  let fewest = Math.max(2, Math.floor(name.length / 2)) + 1;
  for (const candidate of names) {
    const edits = distance(name, candidate);
    if (edits < fewest) {
      fewest = edits;
      best = candidate;
    }
  }
  return best;
}

/** Levenshtein. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let at = 0; at < from.length; at += 1) {
    const next = [at + 1];
    for (let index = 0; index < to.length; index += 1) {
      const replaced = (row[index] ?? 0) + (from[at] === to[index] ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

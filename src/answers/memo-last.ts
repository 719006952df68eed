/** More than an ordinary group has members, which several rules read in turn. */
const REMEMBERED = 8;

const clearers: (() => void)[] = [];

/**
 * Clears what every `memoizeLast` function remembers. A judge calls it when it has judged an
 * exchange for good: memory that survives a round of garbage collection costs more than it saves.
 */
export function clearMemos(): void {
  for (const clear of clearers) clear();
}

/**
 * Computes a value from a subject once, even when several rules read it in succession: it keeps
 * the values of the last few subjects. Under load this is far cheaper than a WeakMap, whose
 * entries the garbage collector has to trace.
 */
export function memoizeLast<Subject extends object, Value>(
  compute: (subject: Subject) => Value,
): (subject: Subject) => Value {
  const entries: { readonly subject: Subject; readonly value: Value }[] = [];
  let latest: { readonly subject: Subject; readonly value: Value } | undefined;
  let oldest = 0;
  clearers.push(() => {
    entries.length = 0;
    latest = undefined;
    oldest = 0;
  });
  return (subject) => {
    if (latest?.subject === subject) return latest.value;
    latest = entries.find((entry) => entry.subject === subject);
    if (latest === undefined) {
      latest = { subject, value: compute(subject) };
      entries[oldest] = latest;
      oldest = (oldest + 1) % REMEMBERED;
    }
    return latest.value;
  };
}

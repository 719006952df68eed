/** More than the members of an ordinary group, which several rules look at in turn. */
const REMEMBERED = 8;

const forgetting: (() => void)[] = [];

/**
 * Lets go of all that was made of recent subjects. What outlives a round of garbage collection
 * costs more than it is worth to whoever has judged an exchange for good.
 */
export function forgetRecent(): void {
  for (const forget of forgetting) forget();
}

/**
 * Makes something of a subject once, however many rules ask for it one after the other: what was
 * made of the last few is remembered. Under load this is cheaper by far than a WeakMap, each entry
 * of which the garbage collector has to look after.
 */
export function recently<Subject extends object, Made>(
  make: (subject: Subject) => Made,
): (subject: Subject) => Made {
  const entries: { readonly subject: Subject; readonly made: Made }[] = [];
  let latest: { readonly subject: Subject; readonly made: Made } | undefined;
  let oldest = 0;
  forgetting.push(() => {
    entries.length = 0;
    latest = undefined;
    oldest = 0;
  });
  return (subject) => {
    if (latest?.subject === subject) return latest.made;
    latest = entries.find((entry) => entry.subject === subject);
    if (latest === undefined) {
      latest = { subject, made: make(subject) };
      entries[oldest] = latest;
      oldest = (oldest + 1) % REMEMBERED;
    }
    return latest.made;
  };
}

/**
 * Computes a value from a subject once, even when several rules read it in succession: it keeps
 * the values of the last subjects. Under load this is far cheaper than a WeakMap, whose
 * entries the garbage collector has to trace.
 * @param remembered how many values are kept; more than one where rules read the members of a group in turn
 */
export function memoizeLast<Subject extends object, Value>(
  compute: (subject: Subject) => Value,
  remembered = 1,
): (subject: Subject) => Value {
  const entries: { readonly subject: Subject; readonly value: Value }[] = [];
  return (subject) => {
    const known = entries.find((entry) => entry.subject === subject);
    if (known !== undefined) return known.value;
    const value = compute(subject);
    entries.unshift({ subject, value });
    if (entries.length > remembered) entries.pop();
    return value;
  };
}

/** More than an ordinary group has members, which several rules read in turn. */
export const OF_A_GROUP = 8;

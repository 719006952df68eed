/** Each command is a process of some 50 MB. */
const AT_ONCE = 4;

/** Runs a task for each item, a few at once. The first error ends it. */
export async function forEach<T>(
  items: readonly T[],
  task: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, items.length) }, async () => {
      for (const item of waiting) await task(item);
    }),
  );
}

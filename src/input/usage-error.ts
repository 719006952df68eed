/** The user asked for something that cannot be done: a sentence for stderr, exit code 3. */
export class UsageError extends Error {
  override name = 'UsageError' as const;
}

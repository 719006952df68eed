/** A mistake in the usage or the configuration: a sentence for stderr, exit code 3. */
export class UsageError extends Error {
  override name = 'UsageError' as const;
}

/** A rule, a probe or a behaviour threw: a bug in Assay, never charged to the target. */
export class AssayDefect extends Error {
  override name = 'AssayDefect' as const;

  /** @param subject such as `rule chat-usage-sum` */
  constructor(subject: string, cause: unknown) {
    const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    super(`Internal error in ${subject} (${what}). This is a bug in Assay, not in the target.`, {
      cause,
    });
  }
}

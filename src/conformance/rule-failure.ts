/** A rule itself broke: a mistake of ours, never charged to the target. */
export class RuleFailure extends Error {
  override name = 'RuleFailure' as const;
  readonly ruleId: string;

  constructor(ruleId: string, cause: unknown) {
    const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    super(`Rule broke while judging: ${ruleId} (${what}). This is a mistake in Assay.`, { cause });
    this.ruleId = ruleId;
  }
}

/** The rules of a moment, frozen: one that comes later is only noted until the set is raised. */
export interface RuleSet {
  /** Year and month. */
  readonly number: string;
  readonly rules: readonly string[];
}

/**
 * The rules at one time, frozen: findings of later rules are only noted until the set is raised.
 */
export interface RuleSet {
  /** Year and month. */
  readonly number: string;
  readonly rules: readonly string[];
}

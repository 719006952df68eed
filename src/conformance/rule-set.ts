import type { Level } from './rule.ts';

/**
 * The rules at one time, frozen: findings of later rules are only noted until the set is raised.
 */
export interface RuleSet {
  /** Year and month. */
  readonly number: string;
  readonly rules: readonly string[];
  /**
   * Levels that were others then, by rule. A later rule that took over a claim of a rule of the set
   * stands here with the level that the claim had.
   */
  readonly levels?: Readonly<Record<string, Level>>;
}

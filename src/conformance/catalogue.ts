import type { Rule } from './rule.ts';
import * as areas from './rules/areas.ts';

/** A rule with the area it belongs to: the name of its folder. */
export interface CatalogueEntry {
  readonly area: string;
  readonly rule: Rule;
  /** Absent for a rule that is part of Assay. */
  readonly custom?: {
    /** The module that exports it. */
    readonly file: string;
    /** What a user of the gateway loses when it is violated. */
    readonly harm?: string;
  };
}

/**
 * Every rule that is part of Assay, by area and by the name of its export: the order that the module
 * itself has in Node, and not everywhere else.
 */
export const CATALOGUE: readonly CatalogueEntry[] = Object.entries(areas).flatMap(([area, rules]) =>
  Object.entries<Rule>(rules)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, rule]) => ({ area, rule })),
);

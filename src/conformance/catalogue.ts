import type { Rule } from './rule.ts';
import { AREAS } from './rules/areas.ts';

/** A rule with the area it belongs to: the name of its folder. */
export interface CatalogueEntry {
  readonly area: string;
  readonly rule: Rule;
  /** Absent for a rule that is part of Assay. */
  readonly custom?: {
    /** The module that exports it. */
    readonly file: string;
  };
}

/**
 * Every rule that is part of Assay, by area and by the name of its export.
 */
export const CATALOGUE: readonly CatalogueEntry[] = Object.entries(AREAS).flatMap(([area, files]) =>
  files
    .flatMap((rules) => Object.entries(rules))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, rule]) => ({ area, rule })),
);

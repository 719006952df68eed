import type { Rule } from './rule.ts';
import { AREAS } from './rules/areas.ts';
import * as history from './rules/history.ts';

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
 * Every rule that is part of Assay and has a probe, by area and by the name of its export.
 */
export const CATALOGUE: readonly CatalogueEntry[] = Object.entries(AREAS).flatMap(([area, files]) =>
  entriesOf(area, files),
);

/** The rules over a history, which only `assay explore` judges. */
export const HISTORY_RULES: readonly CatalogueEntry[] = entriesOf('history', [history]);

/** What probes settle, and what explorations settle. */
export const EVERY_RULE: readonly CatalogueEntry[] = [...CATALOGUE, ...HISTORY_RULES];

function entriesOf(area: string, files: (typeof AREAS)[string]): readonly CatalogueEntry[] {
  return files
    .flatMap((rules) => Object.entries(rules))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, rule]) => ({ area, rule }));
}

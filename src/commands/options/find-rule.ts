import type { CatalogueEntry } from '../../conformance/catalogue.ts';
import { didYouMean } from '../../input/did-you-mean.ts';
import { UsageError } from '../../input/usage-error.ts';

/** @throws UsageError that names the nearest rule */
export function findRule(id: string, catalogue: readonly CatalogueEntry[]): CatalogueEntry {
  const entry = catalogue.find(({ rule }) => rule.id === id);
  if (entry !== undefined) return entry;
  const known = catalogue.map(({ rule }) => rule.id);
  throw new UsageError(`Unknown rule: ${id}.${didYouMean(id, known)} See "assay list rules".`);
}

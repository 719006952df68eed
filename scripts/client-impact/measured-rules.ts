import type { CatalogueEntry } from '../../src/conformance/catalogue.ts';
import type { Rule } from '../../src/conformance/rule.ts';

/** Faults of this area show only where the gateway has a provider behind it. */
const NEEDS_PROVIDER = 'relay';

/** The rules whose faults a client can meet at the reference gateway alone. */
export function measuredRules(catalogue: readonly CatalogueEntry[]): readonly Rule[] {
  return catalogue.filter(({ area }) => area !== NEEDS_PROVIDER).map(({ rule }) => rule);
}

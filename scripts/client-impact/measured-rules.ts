import type { CatalogueEntry } from '../../src/conformance/catalogue.ts';
import type { Rule } from '../../src/conformance/rule.ts';

/** The rules whose faults a client can meet at the reference gateway alone, without a provider behind it. */
export function measuredRules(catalogue: readonly CatalogueEntry[]): readonly Rule[] {
  return catalogue.map(({ rule }) => rule).filter(({ needs = [] }) => !needs.includes('upstream'));
}

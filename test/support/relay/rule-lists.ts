import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import type { Rule } from '../../../src/conformance/rule.ts';

const RULES: readonly Rule[] = CATALOGUE.map(({ rule }) => rule);

/** Rules that see what a gateway sends to its provider: they are tested with an upstream. */
export const RELAY_RULES = RULES.filter(needsUpstream);

/** Rules that see only the answers of a gateway. */
export const PLAIN_RULES = RULES.filter((rule) => !needsUpstream(rule));

function needsUpstream({ needs }: Rule): boolean {
  return needs?.includes('upstream') === true;
}

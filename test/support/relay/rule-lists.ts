import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import type { Rule } from '../../../src/conformance/rule.ts';

const RULES: readonly Rule[] = CATALOGUE.map(({ rule }) => rule);

/** Rules that see what a gateway sends to its provider: they are tested with an upstream. */
export const RELAY_RULES = RULES.filter(needsUpstream);

/** Rules that need HTTP/2, and what a gateway does with its streams. */
export const HTTP2_RULES = RULES.filter(needsHttp2);

/** Rules that see only the answers of a gateway. */
export const PLAIN_RULES = RULES.filter((rule) => !needsUpstream(rule) && !needsHttp2(rule));

/** Rules that judge the traffic of the default scenario: it shows the fault of each. */
export const SHOWN_BY_TRAFFIC = RELAY_RULES.filter(({ id }) =>
  [
    'relay-one-call',
    'relay-replay-makes-no-call',
    'relay-prompt-unchanged',
    'relay-asks-for-stream',
    'relay-caller-key-withheld',
    'relay-text-unchanged',
    'relay-body-unchanged',
    'relay-usage-unchanged',
  ].includes(id),
);

function needsUpstream({ needs }: Rule): boolean {
  return needs?.includes('upstream') === true;
}

/** Whether a gateway must be reached over HTTP/2. */
export function needsHttp2({ needs }: Rule): boolean {
  return needs?.includes('http2') === true;
}

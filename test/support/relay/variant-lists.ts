import { VARIANTS } from '../../../reference-server/alterations.ts';

const ALL = [...VARIANTS];

/** Ids of the variants that change how a gateway relays: they need an upstream. */
export const RELAY_VARIANTS = ALL.flatMap(([id, { needsUpstream }]) => (needsUpstream ? id : []));

/** Ids of the variants that change the answers of a gateway. */
export const PLAIN_VARIANTS = ALL.flatMap(([id, { needsUpstream }]) => (needsUpstream ? [] : id));

/** Relay variants that one gateway shows at once, in the order in which they apply. */
export const RELAY_VARIANT_GROUPS: readonly (readonly string[])[] = [
  [
    'relay-retries-503',
    'relay-splits-tokens',
    'relay-own-ids',
    'relay-adds-usage',
    'relay-forwards-idempotency-key',
    'relay-traces',
    'relay-content-parts',
    'relay-accepts-gzip',
    'relay-same-5xx',
    'relay-plain-429',
    'relay-form-boundary',
    'relay-cancels-later',
  ],
  [
    'relay-passes-headers',
    'relay-writes-json-anew',
    'relay-chunked-requests',
    'relay-500-for-401',
    'relay-model-alias',
    'relay-cut-without-event',
    'relay-sparse-chunks',
    'relay-waits-for-429',
    'relay-polls-videos',
    'relay-states-defaults',
  ],
];

import type { Alteration } from '../../reference-server/hooks.ts';
import { createReferenceServer, type ReferenceOptions } from '../../reference-server/server.ts';
import { CATALOGUE, HISTORY_RULES } from '../../src/conformance/catalogue.ts';
import type { OnExample } from '../../src/conformance/judge.ts';
import { exclusionOf } from '../../src/conformance/run/prerequisites.ts';
import { createProbeGateways } from '../../src/conformance/sending/live-gateway.ts';
import { type Explored, explore, type Found } from '../../src/explore/explore.ts';
import { isForHistories } from '../../src/explore/jury.ts';
import { Vocabulary } from '../../src/explore/vocabulary.ts';
import { freshKeys } from '../../src/target/keys.ts';
import { PROFILE } from '../support/judge-reference.ts';

interface Exploration {
  readonly faults?: readonly string[];
  readonly variants?: readonly string[];
  /** Defects without an id. */
  readonly planted?: readonly Alteration[];
  readonly timeMs: number;
  readonly seed?: number;
  readonly examples?: readonly Found[];
  /** Further gateways with the same keys, which share nothing with it. */
  readonly replicas?: number;
  /** Ends when this rule, or any, is broken. */
  readonly until?: string;
  /** The faults of another reference gateway, with which it is compared; absent where there is none. */
  readonly against?: readonly string[];
  readonly onExample?: OnExample;
}

const RULES = [...CATALOGUE, ...HISTORY_RULES].map(({ rule }) => rule);

/** Explores a new reference gateway with these faults and variants. */
export async function exploreReference({
  faults = [],
  variants = [],
  planted = [],
  timeMs,
  seed = 1,
  examples = [],
  replicas: count = 0,
  until,
  against,
  onExample,
}: Exploration): Promise<Explored> {
  const gateway = await opened({ faults, variants, planted, seed, count });
  const opponent = against && (await opened({ faults: against, seed }));
  const found = new AbortController();
  try {
    return await explore({
      ...gateway,
      against: opponent,
      rules: RULES.filter(isForHistories)
        .filter(({ measuresTime }) => measuresTime !== true)
        .filter((rule) => exclusionOf(rule, PROFILE, { secondKey: true }) === undefined),
      seed,
      examples,
      isReplay: examples.length > 0,
      onExample,
      signal: new AbortController().signal,
      end: AbortSignal.any([AbortSignal.timeout(timeMs), found.signal]),
      onReproduction: ({ rule }) => {
        if (until === 'any' || until === rule) found.abort();
      },
    });
  } finally {
    await gateway.close();
    await opponent?.close();
  }
}

interface Opening extends ReferenceOptions, Pick<Exploration, 'planted'> {
  readonly seed: number;
  /** Further gateways of the same kind. */
  readonly count?: number;
}

async function opened({ seed, count = 0, ...options }: Opening) {
  const keys = freshKeys();
  const servers = Array.from({ length: count + 1 }, () =>
    createReferenceServer({ keys: [keys.first, keys.second ?? ''], ...options }),
  );
  const addresses = await Promise.all(servers.map((server) => server.listen()));
  const [address = '', ...replicas] = addresses.map((each) => each.address);
  const gateways = createProbeGateways({ address, replicas, keys, expect: PROFILE.expect, seed });
  const gateway = gateways.gatewayFor({ name: 'explore' });
  const vocabulary = new Vocabulary(gateway);
  return {
    gateways,
    stage: { gateway, vocabulary, replicas: count, accepted: new Set<string>() },
    close: async () => {
      await gateways.close();
      await Promise.all(servers.map((server) => server.close(0)));
    },
  };
}

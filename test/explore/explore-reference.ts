import { createReferenceServer } from '../../reference-server/server.ts';
import { CATALOGUE, HISTORY_RULES } from '../../src/conformance/catalogue.ts';
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
  readonly timeMs: number;
  readonly seed?: number;
  readonly examples?: readonly Found[];
  /** Further gateways with the same keys, which share nothing with it. */
  readonly replicas?: number;
  /** Ends when this rule, or any, is broken. */
  readonly until?: string;
}

const RULES = [...CATALOGUE, ...HISTORY_RULES].map(({ rule }) => rule);

/** Explores a new reference gateway with these faults and variants. */
export async function exploreReference({
  faults = [],
  variants = [],
  timeMs,
  seed = 1,
  examples = [],
  replicas: count = 0,
  until,
}: Exploration): Promise<Explored> {
  const keys = freshKeys();
  const servers = Array.from({ length: count + 1 }, () =>
    createReferenceServer({ keys: [keys.first, keys.second ?? ''], faults, variants }),
  );
  const addresses = await Promise.all(servers.map((server) => server.listen()));
  const [address = '', ...replicas] = addresses.map((each) => each.address);
  const { expect } = PROFILE;
  const gateways = createProbeGateways({ address, replicas, keys, expect, seed });
  const gateway = gateways.gatewayFor({ name: 'explore' });
  const found = new AbortController();
  try {
    return await explore({
      stage: { gateway, vocabulary: new Vocabulary(gateway), replicas: count, accepted: new Set() },
      gateways,
      rules: RULES.filter(isForHistories)
        .filter(({ measuresTime }) => measuresTime !== true)
        .filter((rule) => exclusionOf(rule, PROFILE, { secondKey: true }) === undefined),
      seed,
      examples,
      isReplay: examples.length > 0,
      signal: new AbortController().signal,
      end: AbortSignal.any([AbortSignal.timeout(timeMs), found.signal]),
      onReproduction: ({ rule }) => {
        if (until === 'any' || until === rule) found.abort();
      },
    });
  } finally {
    await gateways.close();
    await Promise.all(servers.map((server) => server.close(0)));
  }
}

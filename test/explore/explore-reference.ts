import type { Alteration } from '../../reference-server/hooks.ts';
import { createReferenceServer, type ReferenceOptions } from '../../reference-server/server.ts';
import { CATALOGUE, HISTORY_RULES } from '../../src/conformance/catalogue.ts';
import type { Expectations } from '../../src/conformance/expectations.ts';
import type { OnExample } from '../../src/conformance/judge.ts';
import { exclusionOf } from '../../src/conformance/run/prerequisites.ts';
import { createProbeGateways } from '../../src/conformance/sending/live-gateway.ts';
import { type Explored, explore, type Found } from '../../src/explore/explore.ts';
import { isForHistories } from '../../src/explore/jury.ts';
import type { Restarts } from '../../src/explore/restarts.ts';
import { Vocabulary } from '../../src/explore/vocabulary.ts';
import { freshKeys, type Keys } from '../../src/target/keys.ts';
import { PROFILE } from '../support/judge-reference.ts';

export interface ExplorationOrder {
  readonly timeMs: number;
  readonly seed?: number;
  readonly examples?: readonly Found[];
  /** Ends when this rule, or any, is broken. */
  readonly until?: string;
  /** As in a profile. */
  readonly lostAtRestart?: Expectations['lostAtRestart'];
  readonly onExample?: OnExample | undefined;
}

interface Exploration extends ExplorationOrder {
  readonly faults?: readonly string[];
  readonly variants?: readonly string[];
  /** Defects without an id. */
  readonly planted?: readonly Alteration[];
  /** Further gateways with the same keys, which share nothing with it. */
  readonly replicas?: number;
  /** The faults of another reference gateway, with which it is compared; absent where there is none. */
  readonly against?: readonly string[];
}

const RULES = [...CATALOGUE, ...HISTORY_RULES].map(({ rule }) => rule);

/** Explores a new reference gateway with these faults and variants. */
export async function exploreReference({
  faults = [],
  variants = [],
  planted = [],
  replicas = 0,
  against,
  ...order
}: Exploration): Promise<Explored> {
  const gateway = await opened({ faults, variants, planted }, replicas);
  const opponent = against && (await opened({ faults: against }));
  try {
    return await exploreAt({ ...order, ...gateway, against: opponent });
  } finally {
    await gateway.close();
    await opponent?.close();
  }
}

interface Place {
  /** The target and its replicas. */
  readonly addresses: readonly string[];
  readonly keys: Keys;
  readonly restarts?: Restarts | undefined;
}

/** Explores reference gateways that listen. */
export async function exploreAt({
  timeMs,
  seed = 1,
  examples = [],
  until,
  lostAtRestart = [],
  against,
  onExample,
  ...place
}: ExplorationOrder & Place & { readonly against?: Place | undefined }): Promise<Explored> {
  const gateway = stagedAt(place, seed, lostAtRestart);
  const opponent = against && stagedAt(against, seed);
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
      signal: found.signal,
      end: AbortSignal.timeout(timeMs),
      onReproduction: ({ rule }) => {
        if (until === 'any' || until === rule) found.abort();
      },
    });
  } finally {
    await gateway.gateways.close();
    await opponent?.gateways.close();
  }
}

function stagedAt(
  { addresses: [address = '', ...replicas], keys, restarts }: Place,
  seed: number,
  lostAtRestart: Expectations['lostAtRestart'] = [],
) {
  const expect = { ...PROFILE.expect, lostAtRestart };
  const gateways = createProbeGateways({ address, replicas, keys, expect, seed });
  const gateway = gateways.gatewayFor({ name: 'explore' });
  const vocabulary = new Vocabulary(gateway);
  const stage = { gateway, vocabulary, replicas: replicas.length, restarts };
  return { gateways, stage: { ...stage, accepted: new Set<string>() } };
}

async function opened(options: ReferenceOptions & Pick<Exploration, 'planted'>, replicas = 0) {
  const keys = freshKeys();
  const servers = Array.from({ length: replicas + 1 }, () =>
    createReferenceServer({ keys: [keys.first, keys.second], ...options }),
  );
  const listening = await Promise.all(servers.map((server) => server.listen()));
  return {
    keys,
    addresses: listening.map(({ address }) => address),
    close: async () => {
      await Promise.all(servers.map((server) => server.close(0)));
    },
  };
}

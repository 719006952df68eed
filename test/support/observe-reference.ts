import { createReferenceServer } from '../../reference-server/server.ts';
import { referenceProfile } from '../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../src/conformance/profiles/resolved-profile.ts';
import {
  BEHAVIOURS,
  type Observed,
  observeBehaviours,
  type TopicEntry,
} from '../../src/conformance/run/observe-behaviours.ts';
import { createProbeGateways } from '../../src/conformance/sending/live-gateway.ts';
import { defined } from '../../src/input/defined.ts';
import { behaviourRecord } from '../../src/report/assemble/behaviour-record.ts';
import { freshKeys, type Keys } from '../../src/target/keys.ts';
import type { Upstream } from '../../src/target/upstream/upstream.ts';
import { startUpstream } from './relay/reference-upstream.ts';

const PROFILE = resolveProfile(referenceProfile, []);

interface Circumstances {
  readonly faults?: readonly string[];
  readonly variants?: readonly string[];
  /** The time of its video jobs: a busy machine cancels late. */
  readonly videoMs?: number;
  /** The time between the tokens of its streams. */
  readonly itlMs?: number;
  readonly secondKey?: false;
  /** Whether it relays to an upstream, where a behaviour needs one. */
  readonly upstream?: boolean;
  readonly behaviours?: readonly TopicEntry[];
}

/** The observations of a new reference gateway. */
export async function observeReference({
  faults = [],
  variants = [],
  videoMs,
  itlMs,
  secondKey,
  upstream = false,
  behaviours = BEHAVIOURS,
}: Circumstances = {}): Promise<readonly Observed[]> {
  const keys = freshKeys();
  const { first, second } = keys;
  const needsUpstream = behaviours.some(({ behaviour }) => behaviour.upstream);
  const provider = upstream && needsUpstream ? await startUpstream(keys) : undefined;
  const server = createReferenceServer({
    faults: [...faults],
    variants: [...variants],
    keys: [first, second],
    ...defined({ videoMs, itlMs }),
    ...(provider && { upstream: provider.address }),
  });
  const { address } = await server.listen();
  try {
    const known = secondKey === false ? { first } : keys;
    return await observeAt(address, known, behaviours, provider);
  } finally {
    await server.close(0);
    await provider?.stop();
  }
}

/** The observations of the gateway at this address. */
export async function observeAt(
  address: string,
  keys: Keys,
  behaviours: readonly TopicEntry[] = BEHAVIOURS,
  upstream?: Upstream,
): Promise<readonly Observed[]> {
  const { expect } = PROFILE;
  const gateways = createProbeGateways({
    address,
    keys,
    expect,
    seed: 1,
    ...defined({ upstream }),
  });
  try {
    const { observed, failures } = await observeBehaviours({
      behaviours,
      profile: PROFILE,
      capabilities: { secondKey: keys.second !== undefined, ...(upstream && { upstream: {} }) },
      target: gateways,
      signal: new AbortController().signal,
    });
    if (failures.length > 0) throw new Error(failures.join('\n'));
    return observed;
  } finally {
    await gateways.close();
  }
}

/** The answer to each question, by the id of the behaviour; null where it was not seen. */
export function answersOf(observed: readonly Observed[]): ReadonlyMap<string, string | null> {
  return new Map(observed.map(behaviourRecord).map(({ id, answer }) => [id, answer] as const));
}

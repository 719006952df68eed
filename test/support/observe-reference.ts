import { createReferenceServer } from '../../reference-server/server.ts';
import { referenceProfile } from '../../src/conformance/profiles/bundled/reference.ts';
import { resolveProfile } from '../../src/conformance/profiles/resolved-profile.ts';
import {
  BEHAVIOURS,
  type Observed,
  observeBehaviours,
  type TopicEntry,
} from '../../src/conformance/run/observe-behaviours.ts';
import { createProbeGateways } from '../../src/conformance/sending/live-gateway.ts';
import { behaviourRecord } from '../../src/report/behaviour-sheet/record.ts';
import type { Keys } from '../../src/target/keys.ts';

const PROFILE = resolveProfile(referenceProfile, []);

interface Circumstances {
  readonly faults?: readonly string[];
  readonly variants?: readonly string[];
  readonly secondKey?: false;
  readonly behaviours?: readonly TopicEntry[];
}

/** The observations of a new reference gateway. */
export async function observeReference({
  faults = [],
  variants = [],
  secondKey,
  behaviours = BEHAVIOURS,
}: Circumstances = {}): Promise<readonly Observed[]> {
  const server = createReferenceServer({ faults: [...faults], variants: [...variants] });
  const { address } = await server.listen();
  const [first, second] = server.keys;
  try {
    return await observeAt(
      address,
      secondKey === false ? { first } : { first, second },
      behaviours,
    );
  } finally {
    await server.close(0);
  }
}

/** The observations of the gateway at this address. */
export async function observeAt(
  address: string,
  keys: Keys,
  behaviours: readonly TopicEntry[] = BEHAVIOURS,
): Promise<readonly Observed[]> {
  const { expect } = PROFILE;
  const gateways = createProbeGateways({ address, keys, expect, seed: 1 });
  try {
    const { observed, failures } = await observeBehaviours({
      behaviours,
      profile: PROFILE,
      capabilities: { secondKey: keys.second !== undefined },
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

import type { Exchange } from '../../exchange/exchange.ts';
import type { Series } from '../evidence.ts';
import type { ProbeGateway } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { ProbeInterrupted } from '../sending/probe-interrupted.ts';
import { ProbeFailure } from './probe-failure.ts';

/** Probes that run side by side; more would measure our own waiting. */
const PROBES_AT_ONCE = 6;

/** Does the work for each probe: for those that run alone after the others, one at a time. */
export async function runProbes(
  probes: readonly Probe[],
  work: (probe: Probe) => Promise<void>,
): Promise<void> {
  const { beside = [], alone = [] } = Object.groupBy(probes, (probe) =>
    probe.alone === true ? 'alone' : 'beside',
  );
  await eachOf(beside, PROBES_AT_ONCE, work);
  await eachOf(alone, 1, work);
}

/**
 * What a probe brings: nothing when it was interrupted.
 * @throws ProbeFailure when the probe itself is broken
 */
export async function gather(
  probe: Probe,
  gateway: ProbeGateway,
): Promise<readonly (Exchange | Series)[]> {
  try {
    return await probe.run(gateway);
  } catch (error) {
    if (error instanceof ProbeInterrupted) return [];
    throw new ProbeFailure(probe.name, error);
  }
}

async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}

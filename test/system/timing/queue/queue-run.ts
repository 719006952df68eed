import { loadOnce } from '../../../../bench/load-once.ts';
import { median } from '../../../../bench/row.ts';
import type { Keys } from '../../../../src/target/keys.ts';
import { exactWaitsMs } from './queue-waits.ts';

export interface Queue {
  readonly slots: number;
  readonly serviceTimeMs: number;
  readonly address: string;
  readonly keys: Keys;
}

/** As in `assay.yaml`. */
export interface QueueLoad {
  readonly arrivalRate: string;
  readonly duration: string;
  /** Another seed has other arrivals. */
  readonly seed?: number;
}

export interface QueueRun {
  /** For each request, from its scheduled start, minus the latency of an idle gateway. */
  readonly measuredMs: readonly number[];
  /** For the same requests, by the recursion. */
  readonly exactMs: readonly number[];
}

/** The time that an idle gateway takes beyond the service time is not a wait: it is measured first. */
const IDLE = { arrivals: 'constant', arrivalRate: '5/s', duration: '4s' };

/** Sends chats by Poisson arrivals to a gateway with slots, and notes how long each waited. */
export async function queueRun(queue: Queue, load: QueueLoad): Promise<QueueRun> {
  const idle = await latencies(queue, IDLE);
  const idleMs = median(idle.map(({ tookMs }) => tookMs));
  const seen = await latencies(queue, { arrivals: 'poisson', ...load });
  const ordered = seen.toSorted((a, b) => a.intendedMs - b.intendedMs);
  const { slots, serviceTimeMs } = queue;
  return {
    measuredMs: ordered.map(({ tookMs }) => tookMs - idleMs),
    exactMs: exactWaitsMs(
      ordered.map(({ intendedMs }) => intendedMs),
      slots,
      serviceTimeMs,
    ),
  };
}

async function latencies({ address, keys }: Queue, workload: Readonly<Record<string, unknown>>) {
  const seen: { intendedMs: number; tookMs: number }[] = [];
  await loadOnce({
    address,
    keys,
    workload: { scenario: 'chat', inFlight: 200, echoShare: 0, ...workload },
    onExchange({ outcome, timing: { intendedMs, endMs } }) {
      if (outcome === 'answered') seen.push({ intendedMs, tookMs: endMs - intendedMs });
    },
  });
  return seen;
}

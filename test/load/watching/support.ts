import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { bundledProfile } from '../../../src/conformance/profiles/profile-file.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import {
  type Watched,
  type WatchOrder,
  watchTraffic,
} from '../../../src/load/watching/watch-traffic.ts';
import { WorkloadSchema } from '../../../src/load/workload/workload.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);

export interface Watching {
  /** Address for clients, with the path prefix of the target. */
  readonly address: string;
  /** Ends the watching. */
  stop(): Promise<Watched>;
}

/** Watches the traffic to a gateway on a free port until the test stops it. */
export async function watchGateway(
  address: string,
  order: Partial<Pick<WatchOrder, 'host' | 'port' | 'observer'>> = {},
): Promise<Watching> {
  const { origin, pathname } = new URL(address);
  const basePath = pathname.replace(/\/$/, '');
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const ready = Promise.withResolvers<number>();
  const watched = watchTraffic({
    target: { origin, basePath },
    host: '127.0.0.1',
    port: 0,
    workload: WorkloadSchema.parse({}),
    rules: RULES,
    profile: resolveProfile(bundledProfile('reference'), RULES),
    capabilities: { secondKey: false },
    objectives: [],
    signal: stopping.signal,
    onReady: ready.resolve,
    onProgress: () => {},
    ...order,
  });
  watched.catch(ready.reject);
  const taken = await ready.promise;
  return {
    address: `http://127.0.0.1:${taken}${basePath}`,
    stop: async () => {
      stopping.abort();
      return await watched;
    },
  };
}

/** Ids of the rules with findings. */
export function brokenRules({ result }: Watched): readonly string[] {
  return result.judges
    .filter(({ tally }) => tally.findings > 0)
    .map(({ rule }) => rule.id)
    .toSorted();
}

/** How many pieces of evidence a rule judged. */
export function judgedBy({ result }: Watched, id: string): number {
  return result.judges.find(({ rule }) => rule.id === id)?.tally.judged ?? 0;
}

/** All that a report could show of the traffic. */
export function keptText({ result }: Watched): string {
  const kept = result.judges.map(({ tally }) => [[...tally.reasons], [...tally.byOperation]]);
  // A clone has no `toJSON`, which a Buffer has.
  return JSON.stringify(structuredClone(kept), (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString() : value,
  );
}

/** Sends bytes, and reads as many. */
export async function exchangeBytes(
  address: string,
  bytes: string,
  count: number,
): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  socket.write(bytes, 'latin1');
  let received = '';
  for await (const piece of socket) {
    received += Buffer.from(piece).toString('latin1');
    if (received.length >= count) break;
  }
  return received;
}

import { onTestFinished } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { bundledProfile } from '../../../src/conformance/profiles/profile-file.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { type Watched, watchTraffic } from '../../../src/load/watching/watch-traffic.ts';
import { WorkloadSchema } from '../../../src/load/workload/workload.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);

export interface Watching {
  /** Address for clients, with the path prefix of the target. */
  readonly address: string;
  /** Values of the secrets that were seen. */
  readonly secrets: readonly string[];
  /** Ends the watching. */
  stop(): Promise<Watched>;
}

/** Watches the traffic to a gateway on a free port until the test stops it. */
export async function watchGateway(address: string, port = 0): Promise<Watching> {
  const { origin, pathname } = new URL(address);
  const basePath = pathname.replace(/\/$/, '');
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const ready = Promise.withResolvers<number>();
  const secrets: string[] = [];
  const watched = watchTraffic({
    target: { origin, basePath },
    host: '127.0.0.1',
    port,
    workload: WorkloadSchema.parse({}),
    rules: RULES,
    profile: resolveProfile(bundledProfile('reference'), RULES),
    capabilities: { secondKey: false },
    objectives: [],
    signal: stopping.signal,
    onReady: ready.resolve,
    onSecret: ({ value }) => secrets.push(value),
    onProgress: () => {},
  });
  watched.catch(ready.reject);
  const taken = await ready.promise;
  return {
    address: `http://127.0.0.1:${taken}${basePath}`,
    secrets,
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

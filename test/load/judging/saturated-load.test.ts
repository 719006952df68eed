import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled/reference.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { LoadCollector } from '../../../src/load/judging/load-collector.ts';
import { WorkloadSchema } from '../../../src/load/workload/workload.ts';

const PROFILE = resolveProfile(
  referenceProfile,
  CATALOGUE.map(({ rule }) => rule),
);
const CAPABILITIES = { secondKey: false };
const SATURATED = {
  scheduled: 10,
  started: 10,
  completed: 10,
  inFlight: 0,
  latenessP99Ms: 90,
  latenessMaxMs: 90,
  schedulerLatencyP99Ms: 40,
  tickerLatenessMaxMs: 40,
  gcShare: 0,
  cpuShare: 1,
  queuedBytes: 0,
};

/** Why the generator of a load could not keep up whose cores were full in all of its five seconds. */
async function reasonFor(canJudgeLater: boolean): Promise<string | undefined> {
  const criteria = {
    workload: WorkloadSchema.parse({ scenario: 'chat', arrivalRate: '2/s', duration: '5s' }),
    rules: [],
    profile: PROFILE,
    capabilities: CAPABILITIES,
    objectives: [],
  };
  const collector = new LoadCollector(criteria, { engines: 1, canJudgeLater });
  for (const atMs of [1000, 2000, 3000, 4000, 5000]) {
    collector.observers[0]?.health?.({ ...SATURATED, atMs });
  }
  const { health } = await collector.finish([]);
  return health.reason;
}

test('saturated load: full cores are a reason to judge after the load, where that is possible', async () => {
  expect(await reasonFor(true)).toContain('"assay load --judge after"');
  expect(await reasonFor(false)).toMatch(/give it more cores\.$/);
});

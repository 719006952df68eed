import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { defaultProfile, referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { LoadCollector } from '../../../src/load/judging/load-collector.ts';
import { TAP_VERSION } from '../../../src/load/tap/tap-frame.ts';
import { WorkloadSchema } from '../../../src/load/workload/workload.ts';
import { exchange } from '../../measure/exchange-builder.ts';

const HELLO = { version: TAP_VERSION, engine: '', k6: '', runId: 'r', pid: 1 } as const;

test('two engines: the times of one that began before the other are exact', async () => {
  const collector = new LoadCollector(
    {
      workload: WorkloadSchema.parse({ scenario: 'chat', arrivalRate: '1/s', duration: '1s' }),
      rules: [],
      profile: resolveProfile(defaultProfile, []),
      capabilities: { secondKey: false },
      objectives: [],
      observer: { record: ({ exchange: { timing } }) => sentMs.push(timing.sendMs) },
    },
    { engines: 2, probe: async () => 'alive' },
  );
  const sentMs: number[] = [];
  for (const [index, beganMs] of [50, 20].entries()) {
    const origin = { originUnixMs: 10_000 + beganMs, originMonotonicMs: beganMs };
    collector.observers[index]?.hello?.({ ...HELLO, ...origin, segment: { index, of: 2 } });
    collector.observers[index]?.exchange?.(exchange({ timing: { sendMs: 100, endMs: 200 } }));
  }
  await collector.finish([]);
  expect(sentMs).toEqual([100, 70]);
});

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

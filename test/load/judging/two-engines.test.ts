import { expect, test } from 'vitest';
import { defaultProfile } from '../../../src/conformance/profiles/bundled/default.ts';
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

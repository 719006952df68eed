import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { LoadCollector } from '../../../src/load/judging/load-collector.ts';
import type { End } from '../../../src/load/tap/tap-frame.ts';
import { WorkloadSchema } from '../../../src/load/workload/workload.ts';
import { parseObjective } from '../../../src/measure/objective.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { exchange } from '../../measure/exchange-builder.ts';
import { loadReport } from '../../report/load-report.ts';

const PROFILE = resolveProfile(
  referenceProfile,
  CATALOGUE.map(({ rule }) => rule),
);
const CAPABILITIES = { secondKey: false };
const END: End = {
  exchanges: 1,
  groups: 0,
  scheduled: 1,
  started: 1,
  notStarted: 0,
  interrupted: 0,
  droppedBodies: 0,
  droppedTimings: 0,
  endMs: 1000,
  cutShort: true,
};

/** The report of a load of one chat, whose engine ended like this. */
async function reportOf(end: End, objective: string): Promise<RunReport> {
  const criteria = {
    workload: WorkloadSchema.parse({ scenario: 'chat', arrivalRate: '1/s', duration: '1s' }),
    rules: [],
    profile: PROFILE,
    capabilities: CAPABILITIES,
    objectives: [parseObjective(objective)],
  };
  const collector = new LoadCollector(criteria, { engines: 1, probe: async () => 'alive' });
  collector.observers[0]?.exchange?.(exchange({}));
  collector.observers[0]?.end?.(end);
  const result = await collector.finish([]);
  return loadReport(result, { profile: PROFILE, catalogue: [] });
}

test('unread load: a load that ended because Assay was busy is inconclusive, and partial', async () => {
  const report = await reportOf({ ...END, unread: true }, 'errors <= 100%');
  expect(report).toMatchObject({ outcome: 'inconclusive', exitCode: 2, partial: true });
  expect(report.reasons).toEqual([
    expect.stringContaining('Assay was too busy to read the results of the load engine'),
  ]);
});

test('unread load: what failed before still fails the run', async () => {
  const report = await reportOf({ ...END, unread: true }, 'chat e2e p50 < 1ms');
  expect(report).toMatchObject({ outcome: 'fail', exitCode: 1 });
});

test('unread load: a load whose results were read is not affected', async () => {
  expect(await reportOf(END, 'errors <= 100%')).toMatchObject({ outcome: 'pass', exitCode: 0 });
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled/reference.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { findEngine } from '../../../src/load/engine/find-engine.ts';
import type { LoadResult } from '../../../src/load/load-result.ts';
import type { LoadRun } from '../../../src/load/load-run.ts';
import { runLoad } from '../../../src/load/run-load.ts';
import { WorkloadSchema } from '../../../src/load/workload/workload.ts';
import { loadReport } from '../../report/load-report.ts';

/** Unknown to the gateway, which quotes it in each of its refusals. */
const KEY = 'sk-assay-unknown-3f9c1b7e5d20';
/** In place of it. */
const MARKER = '[API key 1]';
const RULES = CATALOGUE.map(({ rule }) => rule);
const PROFILE = resolveProfile(referenceProfile, RULES);
const CAPABILITIES = { secondKey: false };

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-redaction-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function load(run: Pick<LoadRun, 'recording' | 'judging' | 'observer'>): Promise<LoadResult> {
  const server = createReferenceServer({ faults: ['auth-echo-key'] });
  const { address } = await server.listen();
  try {
    return await runLoad({
      binary: await findEngine(),
      workload: WorkloadSchema.parse({ scenario: 'chat', arrivalRate: '20/s', duration: '1s' }),
      address,
      keys: { first: KEY },
      rules: RULES,
      profile: PROFILE,
      capabilities: CAPABILITIES,
      objectives: [],
      signal: new AbortController().signal,
      ...run,
    });
  } finally {
    await server.close(0);
  }
}

/** The report of a load, as `report.json` has it. */
async function reportOf(result: LoadResult): Promise<string> {
  return JSON.stringify(await loadReport(result, { profile: PROFILE, catalogue: CATALOGUE }));
}

test('redaction: a key that the gateway quotes reaches neither the live tap nor a recording', async () => {
  const tapped: Exchange[] = [];
  const recording = join(folder, 'live.rec');
  const observer = { record: ({ exchange }: { exchange: Exchange }) => tapped.push(exchange) };
  const result = await load({ recording, observer });
  const bodies = tapped.map(({ answer }) => Buffer.from(answer?.body ?? []).toString());
  const frames = JSON.stringify(tapped) + bodies.join('\n');
  expect(bodies[0]).toContain(MARKER);
  expect(frames).not.toContain(KEY);
  expect(await readFile(recording, 'latin1')).not.toContain(KEY);
  expect(await reportOf(result)).not.toContain(KEY);
});

test('redaction: the key is not in results that are judged after the load', async () => {
  const recording = join(folder, 'after.rec');
  const result = await load({ recording, judging: 'after' });
  const bytes = await readFile(recording, 'latin1');
  expect(bytes).toContain(MARKER);
  expect(bytes).not.toContain(KEY);
  const report = await reportOf(result);
  expect(report).toContain(MARKER);
  expect(report).not.toContain(KEY);
});

import { open, readdir, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { findEngine } from '../../../src/load/engine/find-engine.ts';
import type { LoadCriteria } from '../../../src/load/judging/load-collector.ts';
import type { LoadResult } from '../../../src/load/load-result.ts';
import type { LoadRun } from '../../../src/load/load-run.ts';
import { addedEffects } from '../../../src/load/recording/effects.ts';
import { judgeRecordings } from '../../../src/load/recording/judge-recordings.ts';
import { Recording } from '../../../src/load/recording/recording.ts';
import { UPSTREAM_SECTION } from '../../../src/load/recording/upstream-section.ts';
import { runLoad } from '../../../src/load/run-load.ts';
import { WorkloadSchema } from '../../../src/load/workload/workload.ts';
import { sumOf } from '../../../src/measure/sample.ts';
import { bothEndsRecord } from '../../../src/report/assemble/both-ends-record.ts';
import { startUpstream } from '../../support/relay/reference-upstream.ts';
import { testFolder } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);
const FAULTS = ['relay-replay-calls', 'relay-forward-key'];
const KEYS = { first: 'sk-assay-of-one-tenant-3f9c', second: 'sk-assay-of-another-7e5d' };

const folder = await testFolder('recorded');

/** Only the upstream counts calls: the ledger of the gateway is not read. */
const CRITERIA: LoadCriteria = {
  workload: WorkloadSchema.parse({ scenario: 'mixed', arrivalRate: '40/s', duration: '3s' }),
  rules: RULES,
  profile: resolveProfile(referenceProfile, RULES, [
    { setting: 'ledgerPath', value: null, reason: 'It is private.' },
  ]),
  capabilities: { secondKey: true, upstream: {} },
  objectives: [],
};

async function load(more: Partial<LoadRun>, faults: readonly string[]): Promise<LoadResult> {
  const upstream = await startUpstream(KEYS);
  const server = createReferenceServer({
    faults: [...faults],
    keys: [KEYS.first, KEYS.second],
    upstream: upstream.address,
  });
  const { address } = await server.listen();
  try {
    return await runLoad({
      ...CRITERIA,
      binary: await findEngine(),
      address,
      keys: KEYS,
      upstream,
      signal: new AbortController().signal,
      ...more,
    });
  } finally {
    await server.close(0);
    await upstream.stop();
  }
}

async function judged(path: string): Promise<LoadResult> {
  const recording = new Recording(path);
  try {
    const signal = new AbortController().signal;
    return await judgeRecordings({ ...CRITERIA, recordings: [recording], signal });
  } finally {
    recording.close();
  }
}

/** The added times. Those of a recording are rounded, and may differ by 1 µs. */
function addedIn({ measure }: LoadResult, timeOf: (ms: number) => unknown): unknown {
  const figures = [...measure.series.whole()].map(([operation, modes]) => {
    const { addedTtft, addedE2e, forward, relay } = sumOf(modes.values());
    return [operation, ...[addedTtft, addedE2e, forward, relay].map((each) => each.percentiles())];
  });
  return JSON.parse(JSON.stringify(figures), (_, value) =>
    typeof value === 'number' && !Number.isInteger(value) ? timeOf(value) : value,
  );
}

/** What else a report has of both ends; the times in its evidence may differ by less than 1 µs. */
function bothEnds({ relays, judges }: LoadResult) {
  return {
    sent: relays?.sent,
    matched: relays?.matched,
    rules: judges.map(({ rule, tally }) => [
      rule.id,
      tally.judged,
      tally.unverified,
      tally.findings,
    ]),
    evidence: judges.flatMap(({ rule, tally }) =>
      [...tally.byOperation].flatMap(([operation, { examples }]) =>
        examples.map((example) => [
          rule.id,
          operation,
          example.finding.actual,
          JSON.stringify(bothEndsRecord(example), (_, value) =>
            typeof value === 'number' && !Number.isInteger(value) ? 'a time' : value,
          ),
        ]),
      ),
    ),
  };
}

function found({ judges }: LoadResult): readonly string[] {
  return judges.filter(({ tally }) => tally.findings > 0).map(({ rule }) => rule.id);
}

test('recording of both ends: judging it again gives the findings, evidence and added times of the run', async () => {
  const recording = join(folder, 'live.rec');
  const live = await load({ recording }, FAULTS);
  expect(live.failures).toEqual([]);
  expect(found(live)).toEqual(
    expect.arrayContaining([
      'idempotency-one-effect',
      'relay-replay-makes-no-call',
      'relay-caller-key-withheld',
    ]),
  );
  const again = await judged(recording);
  expect(bothEnds(again)).toEqual(bothEnds(live));
  expect(addedIn(again, (ms) => ms)).toEqual(addedIn(live, (ms) => expect.closeTo(ms, 2)));
});

test('recording of both ends: it has no key, and nothing is left beside it', async () => {
  const bytes = await readFile(join(folder, 'live.rec'), 'latin1');
  for (const key of Object.values(KEYS)) expect(bytes).not.toContain(key);
  expect(bytes).toContain('Bearer [API key 1]');
  expect(await readdir(folder)).toEqual(['live.rec']);
});

test('judging after the load of two engines: both ends are compared, each upload among them', async () => {
  const after = await load({ judging: 'after', engines: 2 }, FAULTS);
  expect(after.failures).toEqual([]);
  expect(after.relays?.sent).toBeGreaterThan(50);
  expect(after.relays?.matched).toBe(after.relays?.sent);
  const measured = after.measure.series.whole();
  const transcriptions = measured.get('transcription')?.get('body');
  expect(transcriptions?.addedE2e.count).toBeGreaterThan(0);
  expect(measured.get('chat')?.get('body')?.forward.percentile(50)).toBeGreaterThan(0);
  expect(found(after)).toEqual(
    expect.arrayContaining(['idempotency-one-effect', 'relay-replay-makes-no-call']),
  );
});

test('load with an upstream, judged after it: judging the recording again gives the same, and one that is cut is reported', async () => {
  const [recording, out] = [join(folder, 'after.rec'), join(folder, 'out')];
  const flags = ['--upstream', '127.0.0.1:0', '--duration', '2s', '--judge', 'after'];
  const first = await assay(['load', ...flags, '--record', recording, '--out', out, '--json']);
  expect(first.code, first.stderr).toBe(0);
  const { relays } = JSON.parse(first.stdout).load;
  expect(relays).toMatchObject({ matched: relays.sent, lost: 0 });

  const again = await assay(['judge', recording, '--out', out, '--json']);
  expect(again.code, again.stderr).toBe(0);
  expect(JSON.parse(again.stdout).load.relays).toEqual(relays);

  await truncate(recording, await endOfEngine(recording));
  const cut = await assay(['judge', recording, '--out', out, '--json']);
  expect(cut.code, cut.stderr).toBe(2);
  expect(JSON.parse(cut.stdout).reasons).toEqual([
    `Recording is incomplete: ${recording}, it ends without the effects of its keys and what the upstream received. It was judged up to that point.`,
  ]);
});

/** Where the frames of the engine end in a recording. */
async function endOfEngine(path: string): Promise<number> {
  const file = await open(path);
  try {
    const frames = UPSTREAM_SECTION.endingAt(file.fd, addedEffects(file.fd).framesEnd);
    if (frames === undefined) throw new Error('The recording has no upstream.');
    return frames.place.start;
  } finally {
    await file.close();
  }
}

import { beforeAll, expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import type { JudgeRule, Rule } from '../../../src/conformance/rule.ts';
import { findEngine } from '../../../src/load/engine/find-engine.ts';
import type { LoadResult } from '../../../src/load/load-result.ts';
import { runLoad } from '../../../src/load/run-load.ts';
import { WorkloadSchema } from '../../../src/load/workload/workload.ts';
import { parseObjective } from '../../../src/measure/objective.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);

/** A job still runs when its cancel comes, also on a busy machine. */
const RUNNING_MS = 3000;

const REFERENCE = resolveProfile(referenceProfile, RULES);

/** A busy machine shows the end of a job late: the deadline is that of an ordinary gateway. */
const PROFILE = { ...REFERENCE, expect: { ...REFERENCE.expect, videoDeadlineMs: 180_000 } };

let binary: string;

beforeAll(async () => {
  binary = await findEngine();
});

interface Changes {
  readonly scenario?: string;
  readonly mix?: Readonly<Record<string, number>>;
  readonly faults?: readonly string[];
  readonly variants?: readonly string[];
  readonly videoMs?: number;
  readonly rules?: readonly Rule[];
  readonly objectives?: readonly string[];
}

async function load(changes: Changes = {}): Promise<LoadResult> {
  const server = createReferenceServer({
    faults: [...(changes.faults ?? [])],
    variants: [...(changes.variants ?? [])],
    videoMs: changes.videoMs ?? 400,
  });
  const { address } = await server.listen();
  const [first, second] = server.keys;
  const rules = changes.rules ?? RULES;
  try {
    return await runLoad({
      binary,
      workload: WorkloadSchema.parse({
        scenario: changes.scenario ?? 'mixed',
        mix: changes.mix,
        arrivalRate: '15/s',
        duration: '3s',
        gracefulStop: '120s',
        inFlight: 50,
      }),
      address,
      keys: { first, second },
      rules,
      profile: PROFILE,
      capabilities: { secondKey: true },
      objectives: (changes.objectives ?? []).map(parseObjective),
      signal: new AbortController().signal,
    });
  } finally {
    await server.close(0);
  }
}

function findingsOf(result: LoadResult, id: string): number | undefined {
  return result.judges.find(({ rule }) => rule.id === id)?.tally.findings;
}

/** Says why a rule may have found nothing. */
function whatItSaw({ exchanges, judges, groups, failures }: LoadResult, id: string): string {
  const tally = judges.find(({ rule }) => rule.id === id)?.tally;
  const { judged, reasons = [] } = tally ?? {};
  return JSON.stringify({ exchanges, groups, judged, reasons: [...reasons], failures });
}

test('load: every exchange of a clean gateway is judged, without a finding', async () => {
  const result = await load();
  expect(result.failures).toEqual([]);
  expect(result.judgedExchanges).toBe(result.exchanges);
  expect(result.dropped).toEqual({ bodies: 0, timings: 0 });
  expect(result.groups.judged).toBeGreaterThan(0);
  const found = result.judges.filter(({ tally }) => tally.findings > 0);
  expect(found.map(({ rule }) => rule.id)).toEqual([]);
});

test.concurrent.each([
  ['chat-stream', 'cs-no-done', 'chat-stream-done-present'],
  ['chat', 'chat-id-constant', 'chat-id-unique'],
  ['video-poll-cancel', 'vid-status-regress', 'video-status-never-backwards'],
  ['tool-loop', 'chat-tool-arguments-cut', 'chat-tool-arguments-json'],
  ['tool-loop', 'chat-tool-finish-stop', 'chat-tool-finish-reason'],
  ['idempotent-retry', 'idem-replay-bills', 'idempotency-one-effect'],
])('load: %s traffic finds %s', async (scenario, fault, rule) => {
  const result = await load({ scenario, faults: [fault] });
  expect(findingsOf(result, rule), whatItSaw(result, rule)).toBeGreaterThan(0);
});

test.concurrent('load: whole groups are measured: video jobs and idempotent replays', async () => {
  const { measure } = await load({
    mix: { 'video-poll-cancel': 1, 'idempotent-retry': 1 },
    videoMs: RUNNING_MS,
  });
  const { jobs } = measure;
  expect(jobs.created).toBeGreaterThan(10);
  const { completed, cancelled, failed, notEnded } = jobs;
  expect({ failed, notEnded, ended: completed + cancelled }).toEqual({
    failed: 0,
    notEnded: 0,
    ended: jobs.created,
  });
  expect(jobs.pollLag.count).toBeGreaterThan(0);
  expect(jobs.cancelLatency.count).toBeGreaterThan(0);
  // Between two polls are 40 ms.
  expect(jobs.pollLag.percentile(0)).toBeGreaterThanOrEqual(39);
  expect(jobs.duration.percentile(0)).toBeGreaterThanOrEqual(RUNNING_MS - 5);
  // On a busy machine hardly any operation has a replay in this time.
  const replays = [...measure.series.whole().values()].map(
    (modes) => modes.get('replay')?.good ?? 0,
  );
  expect(Math.max(...replays)).toBeGreaterThan(0);
});

test.concurrent('load: no replay makes an objective met that every executed image misses', async () => {
  // An image of the reference gateway takes 50 ms, a replay of it no time.
  const { measure, durationMs } = await load({
    scenario: 'idempotent-retry',
    objectives: ['images e2e p10 < 20ms', 'images replay max < 60s'],
  });
  const images = measure.series.whole().get('images');
  expect(images?.get('body')?.e2e.percentile(0)).toBeGreaterThan(45);
  expect(images?.get('replay')?.good).toBeGreaterThan(0);
  const results = measure.compliance({ durationMs, findings: [] });
  expect(results.map(({ met }) => met)).toEqual([false, true]);
});

test.concurrent('load: a job that runs on for 60 ms after its DELETE is cancelled after that time', async () => {
  const { measure } = await load({
    scenario: 'video-poll-cancel',
    variants: ['video-cancel-lags'],
    videoMs: RUNNING_MS,
  });
  expect(measure.jobs.cancelLatency.count).toBeGreaterThan(0);
  expect(measure.jobs.cancelLatency.percentile(0)).toBeGreaterThanOrEqual(59);
});

test.concurrent.each(['chat-stream', 'responses-stream'])(
  'load: %s with an error in the middle of each answer, then all of its text, is all errors',
  async (scenario) => {
    const { measure, exchanges } = await load({ scenario, faults: ['err-event-midway'] });
    expect(exchanges).toBeGreaterThan(10);
    expect(measure.errors).toBe(exchanges);
  },
);

test.concurrent('load: a rule that throws is a named failure, and the other rules continue', async () => {
  const [entry] = CATALOGUE;
  if (entry === undefined) throw new Error('The catalogue is empty.');
  const broken: JudgeRule<'reply'> = {
    ...entry.rule,
    id: 'broken-rule',
    evidence: 'reply',
    operations: ['chat'],
    probe: { name: 'none', run: async () => [] },
    judge() {
      throw new TypeError('no such member');
    },
  };
  const result = await load({ scenario: 'chat', rules: [broken, ...RULES] });
  expect(result.failures).toEqual([
    'Internal error in rule broken-rule (TypeError: no such member). This is a bug in Assay, not in the target.',
  ]);
  expect(result.judges.some(({ tally }) => tally.judged > 0)).toBe(true);
});

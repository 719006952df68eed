import { expect, test } from 'vitest';
import { objectiveRecord } from '../../../src/report/assemble/objective.ts';
import { type Deciding, decide } from '../../../src/report/assemble/outcome.ts';
import type { LoadReport } from '../../../src/report/schema/load.ts';
import type { RuleResult } from '../../../src/report/schema/rules.ts';
import { foundKnee } from '../sample-capacity.ts';
import { load as sampleLoad } from '../sample-load.ts';

function rule(verdict: RuleResult['verdict'], level: RuleResult['level'] = 'must'): RuleResult {
  return {
    id: `a-${level}`,
    area: 'chat',
    level,
    provenance: 'stated',
    source: 's',
    statement: 's',
    verdict,
  };
}

function load(
  change: Partial<LoadReport & Pick<LoadReport['health'], 'healthy' | 'notStarted'>> = {},
) {
  const { healthy = true, notStarted = 0, ...facts } = change;
  const sample = sampleLoad({});
  return { ...sample, health: { ...sample.health, healthy, notStarted }, ...facts };
}

const SILENT = { scenario: './mine.ts', exchanges: 0 };

function silentCapacity(): NonNullable<Deciding['capacity']> {
  const { capacity } = foundKnee();
  if (capacity === undefined) throw new Error('No capacity.');
  const steps = capacity.steps.map((step) => ({ ...step, exchanges: 0, inFlight: 0 }));
  return { ...capacity, scenario: './mine.ts', steps };
}

const abortedBy = {
  condition: 'all errors > 20% over 10s',
  atMs: 12_040,
  windowMs: 10_000,
  measured: 43.21,
  limit: 20,
  unit: '%',
};

const missed = {
  objective: 'all errors <= 0%',
  operation: 'all',
  met: false,
  measured: 3,
  limit: 0,
  unit: '%',
} as const;

/** Half of the requests. */
const unanswered = { requests: 15, started: 30, waitedMs: 30_120 };
const few = { requests: 1, started: 100, waitedMs: 30_120 };

const calm: Deciding = {
  interrupted: false,
  harnessErrors: [],
  rules: [rule('pass')],
  slo: [],
  judgedShare: 1,
};

const CASES: readonly (readonly [string, Partial<Deciding>, number, string])[] = [
  ['a run in which all checks passed', {}, 0, 'pass'],
  ['a required rule that failed', { rules: [rule('fail')] }, 1, 'fail'],
  ['a recommended rule with a finding', { rules: [rule('warn', 'should')] }, 0, 'pass'],
  ['a missed objective', { load: load(), slo: [missed] }, 1, 'fail'],
  [
    'an objective missed while the generator could not keep up',
    { load: load({ healthy: false }), slo: [missed] },
    2,
    'inconclusive',
  ],
  [
    'a generator that could not keep up, without objectives',
    { load: load({ healthy: false }) },
    0,
    'pass',
  ],
  [
    'a generator that could not keep up, with an objective that is met',
    { load: load({ healthy: false }), slo: [{ ...missed, met: true }] },
    2,
    'inconclusive',
  ],
  [
    'arrivals that could not start, without objectives',
    { load: load({ healthy: false, notStarted: 5 }) },
    2,
    'inconclusive',
  ],
  ['a load ended early by abortOn', { load: load({ abortedBy }) }, 1, 'fail'],
  [
    'a load ended early while the generator could not keep up',
    { load: load({ abortedBy, healthy: false }) },
    2,
    'inconclusive',
  ],
  ['requests unanswered at the end', { load: load(), unanswered }, 2, 'inconclusive'],
  ['a hundredth unanswered at the end', { load: load(), unanswered: few }, 0, 'pass'],
  [
    'a missed objective with requests unanswered at the end',
    { load: load(), slo: [missed], unanswered },
    1,
    'fail',
  ],
  [
    'an objective that was not measured',
    { load: load(), slo: [{ ...missed, met: null }] },
    2,
    'inconclusive',
  ],
  ['an unverified required rule', { rules: [rule('could-not-verify')] }, 2, 'inconclusive'],
  ['an unverified recommended rule', { rules: [rule('could-not-verify', 'should')] }, 0, 'pass'],
  ['a target that is gone', { targetTrouble: 'It is gone.' }, 2, 'inconclusive'],
  [
    'an objective missed and a load ended early by a target that is gone',
    { load: load({ abortedBy }), slo: [missed], targetTrouble: 'It is gone.' },
    2,
    'inconclusive',
  ],
  [
    'a required rule failed by a target that is gone',
    { rules: [rule('fail')], targetTrouble: 'It is gone.' },
    1,
    'fail',
  ],
  [
    'an upstream that got none of the requests',
    { load: load({ relays: { sent: 20, matched: 0, lost: 0 } }) },
    2,
    'inconclusive',
  ],
  [
    'an upstream that got some of the requests',
    { load: load({ relays: { sent: 20, matched: 1, lost: 0 } }) },
    0,
    'pass',
  ],
  ['requests that were not checked', { load: load({ judgedShare: 0.9 }) }, 2, 'inconclusive'],
  ['a load without requests', { load: load({ exchanges: 0 }) }, 2, 'inconclusive'],
  ['a custom scenario that sent nothing', { load: load(SILENT) }, 3, 'inconclusive'],
  [
    'a custom scenario that sent nothing in a capacity search',
    { capacity: silentCapacity() },
    3,
    'inconclusive',
  ],
  [
    'a custom scenario to a target that is gone',
    { load: load(SILENT), targetTrouble: 'It is gone.' },
    2,
    'inconclusive',
  ],
  [
    'a required rule that failed beside an unverified one',
    { rules: [rule('fail'), rule('could-not-verify')] },
    1,
    'fail',
  ],
  [
    'a harness error beside a failed must',
    { rules: [rule('fail')], harnessErrors: ['x'] },
    3,
    'inconclusive',
  ],
  [
    'an interruption beside all of it',
    { interrupted: true, harnessErrors: ['x'], rules: [rule('fail')] },
    130,
    'inconclusive',
  ],
];

test.each(CASES)('outcome: %s is exit code as stated', (_, deciding, exitCode, outcome) => {
  expect(decide({ ...calm, ...deciding })).toMatchObject({ exitCode, outcome });
});

test('outcome: every reason is listed, failures first', () => {
  const { reasons } = decide({ ...calm, rules: [rule('could-not-verify'), rule('fail')] });
  expect(reasons[0]).toMatch(/^Required rule failed/);
  expect(reasons[1]).toMatch(/^Required rule could not be verified/);
});

const accepted = { reason: 'ticket 12', expires: '2026-12-22' };

test('outcome: a rule accepted in one operation that fails in another names the new one', () => {
  const operations = { chat: 2, responses: 1 };
  const judged = { judged: 4, unverified: 0, findings: 3, operations, examples: [] };
  const partly = {
    ...rule('fail'),
    conformance: judged,
    load: { ...judged, operations: { chat: 1 } },
    accepted: { ...accepted, operations: ['chat'] },
  };
  expect(decide({ ...calm, rules: [partly] }).reasons).toEqual([
    'Required rule failed: a-must in responses (stated rule, seen in conformance).',
  ]);
});

test('outcome: what the baseline accepts passes with exceptions, and says how many and until when', () => {
  const noted = { ...rule('note'), accepted: { ...accepted, operations: ['chat'] } };
  const gap = {
    ...rule('could-not-verify'),
    accepted: { ...accepted, expires: '2026-12-20' },
  };
  expect(decide({ ...calm, rules: [rule('pass'), noted] })).toMatchObject({
    exitCode: 0,
    reasons: [
      'Passed with exceptions: 1 of 2 required rules passed, 1 is accepted by the baseline until 2026-12-22.',
    ],
  });
  expect(decide({ ...calm, rules: [rule('pass'), noted, gap] })).toMatchObject({
    exitCode: 0,
    reasons: [
      'Passed with exceptions: 1 of 3 required rules passed, 2 are accepted by the baseline (1 as not verified), the first until 2026-12-20.',
    ],
  });
});

test('outcome: a stale entry of the baseline fails only when it is strict, an expired one always', () => {
  const section = { file: 'b.yaml', accepted: 0, expired: [], stale: ['It is stale.'] };
  expect(decide({ ...calm, baseline: section })).toMatchObject({ exitCode: 0 });
  expect(decide({ ...calm, baseline: { ...section, strict: true } })).toMatchObject({
    exitCode: 1,
    reasons: ['It is stale.'],
  });
  const expired = { ...section, stale: [], expired: ['It expired.'] };
  expect(decide({ ...calm, baseline: expired })).toMatchObject({
    exitCode: 1,
    reasons: ['It expired.'],
  });
});

test('outcome: a missed objective is a reason with its margin', () => {
  const slow = { objective: 'chat e2e p99 < 800ms', limit: 800, measured: 1012, unit: 'ms' };
  const { reasons } = decide({
    ...calm,
    load: load(),
    slo: [objectiveRecord({ ...missed, ...slow })],
  });
  expect(reasons).toEqual([
    'Objective missed: chat e2e p99 < 800ms. Measured 1 012 ms, 212 ms above the limit (126 % of it).',
  ]);
});

test.each([
  ['healthy', true, 0],
  ['that could not keep up', false, 1],
])('outcome: an early end of the load is a reason, generator %s', (_, healthy, place) => {
  const { reasons } = decide({ ...calm, load: load({ abortedBy, healthy }), slo: [missed] });
  expect(reasons[place]).toBe(
    'Load ended early after 12 s: all errors > 20% over 10s (measured 43.21 % over 10 s).',
  );
});

test('outcome: an engine that failed is the only reason, without advice for a load without requests', () => {
  const harnessErrors = ['Load engine failed: exit code 255.'];
  const { reasons } = decide({ ...calm, load: load({ exchanges: 0 }), harnessErrors });
  expect(reasons).toEqual(harnessErrors);
});

test('outcome: unanswered requests are a reason with their wait and a remedy', () => {
  const { reasons } = decide({ ...calm, load: load(), unanswered });
  expect(reasons).toEqual([
    'Unanswered when the run ended: 15 of 30 requests (50 %), each after 30.1 s or more. Raise gracefulStop of the workload, or find out why the target does not answer.',
  ]);
});

test.each<[string, Partial<Deciding>]>([
  ['was interrupted', { interrupted: true }],
  ['was ended early by abortOn', { load: load({ abortedBy }) }],
  ['lost its target', { targetTrouble: 'It is gone.' }],
  ['was recorded in part', { cutShort: ['Recording is incomplete: a.rec.'] }],
  ['lost its engine', { harnessErrors: ['The engine was killed.'] }],
])('outcome: requests cut when a run %s do not add a reason', (_, wish) => {
  const { reasons } = decide({ ...calm, load: load(), unanswered, ...wish });
  expect(reasons.join(' ')).not.toContain('Unanswered');
});

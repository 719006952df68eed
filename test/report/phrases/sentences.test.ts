import { expect, test } from 'vitest';
import { BodyBudget, CutAnswers } from '../../../src/exchange/body-budget.ts';
import { Capture } from '../../../src/exchange/capture.ts';
import { objectiveRecord } from '../../../src/report/assemble/objective.ts';
import {
  arrivalSentence,
  conformanceSentence,
  cutAnswersSentence,
  healthSentence,
  judgedSentence,
  marginPhrase,
  throttledSentence,
} from '../../../src/report/phrases/sentences.ts';
import type { RuleResult } from '../../../src/report/schema/rules.ts';
import type { Objective } from '../../../src/report/schema/run-report.ts';
import { chat, testRun } from '../../exchange/outgoing-request.ts';
import { load as sampleLoad } from '../sample-load.ts';
import * as samples from '../sample-report.ts';

test('conformance: a run with a profile that changes a stated rule is not conformant to the interface', () => {
  const report = samples.passingGate();
  report.profile.overrides.push({
    kind: 'rule',
    subject: 'video-delete-returns-job',
    value: 'off',
    reason: 'the vendor answers 204',
  });
  expect(conformanceSentence(report)).toBe(
    'Not conformant to the interface: profile reference changes stated rules (video-delete-returns-job).',
  );
});

test('conformance: a run with a profile that changes an assumed rule can be conformant', () => {
  const report = samples.passingGate();
  report.profile.overrides.push({
    kind: 'rule',
    subject: 'chat-usage-sum',
    value: 'off',
    reason: 'the vendor counts cached tokens apart',
  });
  expect(conformanceSentence(report)).toBe('Conformant: all 44 required rules passed.');
});

test('conformance: one required rule is not called all', () => {
  const report = samples.passingGate();
  const rules = report.rules.filter(({ level }) => level === 'must').slice(0, 1);
  expect(conformanceSentence({ ...report, rules })).toBe(
    'Conformant: the only required rule passed.',
  );
});

test('conformance: exceptions are named beside a failure, and not twice', () => {
  const report = samples.passingGate();
  const [first, ...others] = report.rules;
  if (first === undefined) throw new Error('no rule');
  const accepted = { operations: ['chat'], reason: 'ticket 12', expires: '2026-12-22' };
  const rules: RuleResult[] = [{ ...first, level: 'must', verdict: 'note', accepted }, ...others];
  const excepted = { ...report, conformant: false, rules };
  const sentence =
    'Passed with exceptions: 43 of 44 required rules passed, 1 is accepted by the baseline until 2026-12-22.';
  expect(conformanceSentence(excepted)).toBe(sentence);
  expect(conformanceSentence({ ...excepted, reasons: [sentence] })).toBeUndefined();
  const failed = rules.map((rule, index) =>
    index === 1 ? { ...rule, level: 'must' as const, verdict: 'fail' as const } : rule,
  );
  expect(conformanceSentence({ ...excepted, rules: failed })).toBe(
    'Not conformant: 1 of 44 required rules failed, 1 is accepted by the baseline until 2026-12-22.',
  );
});

test('conformance: a run without conformance does not mention it', () => {
  expect(conformanceSentence({ ...samples.passingGate(), conformant: null })).toBeUndefined();
});

test('judged: the share is shown, with everything that was not judged', () => {
  const { load } = samples.interruptedGate();
  if (load === undefined) throw new Error('no load');
  expect(judgedSentence(load)).toBe(
    '99.21 % of 600 requests were checked against the rules. 4 of 92 groups of related requests were not checked: requests were missing or cut off by the end of the run. The load engine dropped 5 bodies and 0 timings, because its memory for responses was full: they were very large, or Assay checked them more slowly than they arrived.',
  );
});

test('judged: a single group has a singular verb', () => {
  const groups = { judged: 0, notJudged: 1 };
  expect(judgedSentence({ ...sampleLoad({}), groups })).toContain(
    ' 1 of 1 group of related requests was not checked: ',
  );
});

test('objective: accepted findings are named beside its margin', () => {
  const objective = { objective: 'findings must <= 0', operation: 'all', unit: 'findings' };
  const judged = { ...objective, met: true, measured: 0, limit: 0, accepted: 12 };
  expect(marginPhrase(objectiveRecord(judged))).toBe('none; 12 accepted findings not counted');
});

test('health: with a generator that could not keep up, objectives are not judged', () => {
  const { load } = samples.interruptedGate();
  if (load === undefined) throw new Error('no load');
  expect(healthSentence(load.health)).toMatch(
    /^The load generator could not keep up: .* objectives were not judged\.$/,
  );
});

test('health: late seconds are named even where they are allowed', () => {
  const { load } = samples.passingGate();
  if (load === undefined) throw new Error('no load');
  expect(healthSentence({ ...load.health, unhealthySeconds: 1 })).toMatch(
    /^The load generator kept up \(1 of 30 seconds late, which is allowed\): /,
  );
  expect(healthSentence({ ...load.health, watched: true, unhealthySeconds: 1 })).toMatch(
    /^Assay kept up with the traffic \(1 of 30 seconds late, which is allowed\): /,
  );
});

test('health: delays above their limits are named where the generator kept up', () => {
  const { health } = sampleLoad({});
  const late = { latenessP99Ms: 84, schedulerLatencyP99Ms: 21 };
  expect(healthSentence({ ...health, ...late, unhealthySeconds: 1 })).toBe(
    "The load generator kept up (1 of 30 seconds late, which is allowed): worst start delay 84.0 ms (p99, limit 50 ms), worst scheduler delay 21.0 ms (p99, limit 20 ms). The latencies are the gateway's.",
  );
});

test('arrivals: without a schedule from the engine the rates are unknown', () => {
  const sample = sampleLoad({});
  const health = { ...sample.health, scheduled: 0, started: 0 };
  const cut = { ...sample, health, durationMs: 0, arrivalRate: { offered: 20 } };
  expect(arrivalSentence(cut)).toBe(
    'The load engine reported no schedule, so target and achieved rates are unknown.',
  );
});

test('arrivals: a closed model of unknown duration has no rate', () => {
  const closed = {
    ...sampleLoad({}),
    model: 'closed',
    durationMs: 0,
    arrivalRate: { offered: 0 },
  } as const;
  expect(arrivalSentence(closed)).toMatch(
    /^Closed model, in which each user waits for a response before the next request\. A slow gateway/,
  );
});

test('health: without arrivals nothing is claimed about the generator or the target rate', () => {
  const sample = sampleLoad({});
  const health = { ...sample.health, scheduled: 0, started: 0 };
  expect(healthSentence(health)).toBe(
    'It is unknown whether the load generator kept up, because it reported no arrivals.',
  );
  expect(arrivalSentence({ ...sample, health })).toMatch(/^The target rate is unknown: /);
});

test.each<[string, Partial<Objective>, string]>([
  ['inside', { met: true, measured: 762 }, '38.0 ms below the limit (95.3 % of it)'],
  ['outside', { met: false, measured: 2012 }, '1 212 ms above the limit (2.52× the limit)'],
  ['a limit of 0', { met: true, measured: 0, limit: 0, unit: '%' }, 'none'],
  ['a share', { met: false, measured: 2.5, limit: 1, unit: '%' }, '1.5 points above the limit'],
  [
    'a rate above its minimum',
    { met: true, measured: 21.5, limit: 20, unit: '/s' },
    '1.5/s above the limit (108 % of it)',
  ],
  [
    'tokens below their minimum',
    { met: false, measured: 900, limit: 1000, unit: 'tokens/s' },
    '100 tokens/s below the limit (90 % of it)',
  ],
  [
    'findings where none are allowed',
    { met: false, measured: 1, limit: 0, unit: 'findings' },
    '1 finding above the limit',
  ],
  [
    'requests that the end cut',
    { met: false, measured: 900, reason: '2 requests had exceeded the limit when the run ended' },
    '100 ms above the limit (113 % of it); 2 requests had exceeded the limit when the run ended',
  ],
  ['not judged', { met: null, measured: 762 }, 'not judged'],
])('margin: %s', (_what, change, phrase) => {
  const objective = {
    objective: 'chat e2e p99 < 800ms',
    operation: 'chat',
    limit: 800,
    unit: 'ms',
  };
  const judged = objectiveRecord({ ...objective, met: true, measured: 0, ...change });
  expect(marginPhrase(judged)).toBe(phrase);
});

test.each([
  ['that was not sent', {}, 'Scenario not sent: images (images is not offered: returned 404).'],
  [
    'that was sent in part',
    { scenario: 'idempotent-retry', missingOperations: ['images'], share: 0.025 },
    'Scenario sent in part: idempotent-retry without images, 2.5 % of the planned arrivals (images is not offered: returned 404).',
  ],
])('mix: a scenario %s is reported with its reason', (_what, change, sentence) => {
  const excluded = [
    { scenario: 'images', reason: 'images is not offered: returned 404', ...change },
  ];
  expect(judgedSentence({ ...sampleLoad({}), excluded })).toContain(` ${sentence}`);
});

test('conformance: a missing operation is not conformant to the interface', () => {
  const missingOperations = [{ operation: 'images', reason: 'returned 404' }];
  expect(
    conformanceSentence({ ...samples.passingGate(), conformant: false, missingOperations }),
  ).toBe('Not conformant to the interface: the target does not support images.');
});

test('429s: their number is given separately from errors, and omitted where there are none', () => {
  const { load } = samples.passingGate();
  if (load === undefined) throw new Error('no load');
  expect(throttledSentence(load)).toBe(
    '14 responses had status 429, which is not counted as an error.',
  );
  expect(throttledSentence({ ...load, operations: {} })).toBe('');
});

test.each([
  [
    { durationMs: 1, arrivalRate: { offered: 1000, started: 1000 } },
    { scheduled: 1, started: 1 },
    '1 arrival scheduled in 1 ms, 1 started.',
  ],
  [
    { durationMs: 1000, arrivalRate: { offered: 6, started: 5.999 } },
    { scheduled: 6, started: 6 },
    'Target rate 6 req/s for 1 s: 6 scheduled, 6 started (6 req/s).',
  ],
])('arrivals: a load shorter than a second has counts and no rate', (load, counts, sentence) => {
  const sample = sampleLoad({});
  const report = { ...sample, ...load, health: { ...sample.health, ...counts } };
  expect(arrivalSentence(report)).toBe(sentence);
});

function noted(...sizes: readonly number[]): CutAnswers {
  const cut = new CutAnswers();
  for (const size of sizes) {
    const capture = new Capture(chat('http://127.0.0.1:1'), {
      ...testRun(),
      bodies: new BodyBudget(100 * 1024 * 1024),
    });
    capture.head(200, []);
    cut.note(capture.settle(capture.data(new Uint8Array(size)) ?? 'answered'));
  }
  return cut;
}

test('cut answers: a report counts them by the limit that they exceed', () => {
  const { byLimit } = noted(17 << 20, 10, 17 << 20);
  const load = new Map([['more than 32768 events', 1]]);
  expect(cutAnswersSentence([byLimit, load])).toBe(
    '3 answers cut and not judged: 2 × larger than 16 MiB, 1 × more than 32768 events (docs/reference/settings.md#limits).',
  );
});

test('cut answers: there is no sentence without any', () => {
  expect(cutAnswersSentence([noted(10).byLimit, undefined])).toBeUndefined();
});

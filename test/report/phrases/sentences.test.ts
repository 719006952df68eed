import { expect, test } from 'vitest';
import { objectiveRecord } from '../../../src/report/assemble/objective.ts';
import {
  arrivalSentence,
  conformanceSentence,
  healthSentence,
  judgedSentence,
  marginPhrase,
  throttledSentence,
} from '../../../src/report/phrases/sentences.ts';
import type { RuleResult } from '../../../src/report/schema/rules.ts';
import type { Objective } from '../../../src/report/schema/slo.ts';
import { load as sampleLoad } from '../sample-load.ts';
import * as samples from '../sample-report.ts';

test('conformance: a profile that changes a stated rule is not conformance to the interface', () => {
  const report = samples.passingGate();
  report.profile.overrides.push({
    kind: 'rule',
    subject: 'video-delete-returns-job',
    value: 'off',
    reason: 'the vendor answers 204',
  });
  expect(conformanceSentence(report)).toBe(
    'Not conformant to the interface: the profile changes what it states (video-delete-returns-job).',
  );
});

test('conformance: a profile that changes an assumed rule is', () => {
  const report = samples.passingGate();
  report.profile.overrides.push({
    kind: 'rule',
    subject: 'chat-usage-sum',
    value: 'off',
    reason: 'the vendor counts cached tokens apart',
  });
  expect(conformanceSentence(report)).toBe('Conformant: all 44 required rules passed.');
});

test('conformance: exceptions that the outcome names are not repeated, and named beside a failure', () => {
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
    'Not conformant: 1 of 44 required rules failed, 0 could not be verified, 1 is accepted by the baseline until 2026-12-22.',
  );
});

test('conformance: a run without it says nothing of it', () => {
  expect(conformanceSentence({ ...samples.passingGate(), conformant: null })).toBeUndefined();
});

test('judged: the share, and all that was not judged', () => {
  const { load } = samples.interruptedGate();
  if (load === undefined) throw new Error('no load');
  expect(judgedSentence(load)).toBe(
    'Judged 99.21 % of 600 exchanges. 4 of 92 groups were not judged: members were missing or cut by the end. The tap had no room for 5 bodies and 0 timings.',
  );
});

test('judged: one group that was not judged is told as one', () => {
  const groups = { judged: 0, notJudged: 1 };
  expect(judgedSentence({ ...sampleLoad({}), groups })).toContain(' 1 of 1 group was not judged: ');
});

test('objective: findings that the baseline accepts are told beside its margin', () => {
  const objective = { objective: 'findings must <= 0', operation: 'all', unit: 'findings' };
  const judged = { ...objective, met: true, measured: 0, limit: 0, accepted: 12 };
  expect(marginPhrase(objectiveRecord(judged))).toBe(
    'on the bound; 12 accepted findings not counted',
  );
});

test('health: a generator out of breath takes the objectives with it', () => {
  const { load } = samples.interruptedGate();
  if (load === undefined) throw new Error('no load');
  expect(healthSentence(load.health)).toMatch(/^The generator was out of breath: .* no objective/);
});

test('health: seconds out of bounds are told even where they are allowed', () => {
  const { load } = samples.passingGate();
  if (load === undefined) throw new Error('no load');
  expect(healthSentence({ ...load.health, unhealthySeconds: 1 })).toMatch(
    /^The generator kept up but for 1 of 30 seconds, which is within what is allowed: /,
  );
});

test.each([
  ['arrivals', { latenessP99Ms: 84 }, 'arrivals were 84.0 ms late (p99, bound 50 ms)'],
  [
    'its scheduler',
    { schedulerLatencyP99Ms: 21 },
    'its scheduler was 21.0 ms late (p99, bound 20 ms)',
  ],
  [
    'both',
    { latenessP99Ms: 84, schedulerLatencyP99Ms: 21 },
    'arrivals were 84.0 ms late (p99, bound 50 ms) and its scheduler was 21.0 ms late (p99, bound 20 ms)',
  ],
])(
  'health: what passed its bound is named where the generator kept up but for a second: %s',
  (_, late, told) => {
    const { health } = sampleLoad({});
    expect(healthSentence({ ...health, ...late, unhealthySeconds: 1 })).toBe(
      `The generator kept up but for 1 of 30 seconds, which is within what is allowed: at worst ${told}. Latencies are the gateway's.`,
    );
  },
);

test('arrivals: of an engine that told not even of its end nothing is known, nor any rate', () => {
  const sample = sampleLoad({});
  const health = { ...sample.health, scheduled: 0, started: 0 };
  const cut = { ...sample, health, durationMs: 0, arrivalRate: { offered: 20 } };
  expect(arrivalSentence(cut)).toBe(
    'The engine told neither of arrivals nor of its end: what was asked for is not known, nor any rate.',
  );
});

test('arrivals: of a closed model whose duration is not known no rate is told', () => {
  const closed = {
    ...sampleLoad({}),
    model: 'closed',
    durationMs: 0,
    arrivalRate: { offered: 0 },
  } as const;
  expect(arrivalSentence(closed)).toMatch(
    /^A closed model: users came again when they had their answer\. A slow gateway/,
  );
});

test('health: without arrivals nothing is claimed of the generator, nor of what was asked for', () => {
  const sample = sampleLoad({});
  const health = { ...sample.health, scheduled: 0, started: 0 };
  expect(healthSentence(health)).toBe(
    'Whether the generator kept up is not known: it told of no arrivals.',
  );
  expect(arrivalSentence({ ...sample, health })).toMatch(/: what was asked for is not known\.$/);
});

test.each<[string, Partial<Objective>, string]>([
  ['inside', { met: true, measured: 762 }, '38.0 ms inside (4.8 % of the bound)'],
  ['outside', { met: false, measured: 2012 }, '1 212 ms outside (152 % of the bound)'],
  ['a bound of nothing', { met: true, measured: 0, limit: 0, unit: '%' }, 'on the bound'],
  [
    'a share',
    { met: false, measured: 2.5, limit: 1, unit: '%' },
    '1.5 % outside (150 % of the bound)',
  ],
  [
    'a rate above its floor',
    { met: true, measured: 21.5, limit: 20, unit: '/s' },
    '1.5/s inside (7.5 % of the bound)',
  ],
  [
    'tokens below their floor',
    { met: false, measured: 900, limit: 1000, unit: 'tokens/s' },
    '100 tokens/s outside (10 % of the bound)',
  ],
  [
    'findings where none are allowed',
    { met: false, measured: 1, limit: 0, unit: 'findings' },
    '1 finding outside',
  ],
  [
    'requests that the end cut',
    { met: false, measured: 900, reason: '2 requests had exceeded the limit when the run ended' },
    '100 ms outside (12.5 % of the bound); 2 requests had exceeded the limit when the run ended',
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
  ['that was not sent', {}, 'Scenario not sent: images (images is not offered: answered 404).'],
  [
    'that was sent in part',
    { scenario: 'idempotent-retry', missingOperations: ['images'], share: 0.025 },
    'Scenario sent in part: idempotent-retry without images, 2.5 % of the planned arrivals (images is not offered: answered 404).',
  ],
])('mix: a scenario %s is a sentence with its reason', (_what, change, sentence) => {
  const excluded = [
    { scenario: 'images', reason: 'images is not offered: answered 404', ...change },
  ];
  expect(judgedSentence({ ...sampleLoad({}), excluded })).toContain(` ${sentence}`);
});

test('conformance: an operation that is not offered is not conformant to the interface', () => {
  const missingOperations = [{ operation: 'images', reason: 'answered 404' }];
  expect(
    conformanceSentence({ ...samples.passingGate(), conformant: false, missingOperations }),
  ).toBe('Not conformant to the interface: it does not offer images.');
});

test('429s: their number is told apart from errors, and nothing where there are none', () => {
  const { load } = samples.passingGate();
  if (load === undefined) throw new Error('no load');
  expect(throttledSentence(load)).toBe(
    '14 answers had status 429, which is counted apart from errors.',
  );
  expect(throttledSentence({ ...load, operations: {} })).toBe('');
});

test.each([
  [
    { durationMs: 1, arrivalRate: { offered: 1000, started: 1000 } },
    { scheduled: 1, started: 1 },
    'Asked for 1 arrival in 1 ms, started 1.',
  ],
  [
    { durationMs: 1000, arrivalRate: { offered: 6, started: 5.999 } },
    { scheduled: 6, started: 6 },
    'Asked for 6/s over 1 s, started 6/s.',
  ],
])('arrivals: a load of less than a second has a number and no rate', (load, counts, sentence) => {
  const sample = sampleLoad({});
  const report = { ...sample, ...load, health: { ...sample.health, ...counts } };
  expect(arrivalSentence(report)).toBe(sentence);
});

import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { loadEndSentence } from '../../../src/commands/run/run-load.ts';
import { loadView } from '../../../src/commands/terminal/load-view.ts';
import type { LoadProgress } from '../../../src/load/load-result.ts';
import { parseAbortCondition } from '../../../src/measure/abort-watch.ts';
import type { ComplianceResult } from '../../../src/measure/compliance.ts';
import { parseObjective } from '../../../src/measure/objective.ts';
import { coloured, uncoloured } from '../../../src/report/formats/text/text-page.ts';

const FRAME = {
  scenario: 'mixed',
  durationMs: 30_000,
  judging: 'live',
  target: 'http://127.0.0.1:8080/v1',
} as const;

/** Met, missed, and without an observation yet. */
const OBJECTIVES: readonly ComplianceResult[] = [
  { objective: parseObjective('chat ttft p95 < 800ms'), met: true, measured: 60.1 },
  { objective: parseObjective('all errors <= 1%'), met: false, measured: 0.025 },
  { objective: parseObjective('video-read e2e p99 < 2s'), met: null, measured: null },
];

/** Twelve seconds of a load that goes well. */
function seen(change: Partial<LoadProgress> = {}): LoadProgress {
  return {
    atMs: 12_010,
    scheduled: 600,
    started: 600,
    completed: 590,
    inFlight: 10,
    latenessP99Ms: 0.42,
    latenessMaxMs: 1.1,
    schedulerLatencyP99Ms: 0.3,
    tickerLatenessMaxMs: 1,
    gcShare: 0.05,
    cpuShare: 0.2,
    queuedBytes: 0,
    scheduledPerSecond: 50.04,
    startedPerSecond: 49.98,
    unhealthySeconds: 0,
    course: [],
    objectives: [],
    exchanges: 1240,
    errors: 0,
    findings: 0,
    behindMs: 400,
    operations: [
      {
        operation: 'images',
        throughput: 2.4,
        errorShare: 0,
        throttled: 0,
        e2eP50Ms: 302,
        e2eP95Ms: 340,
      },
      {
        operation: 'chat',
        throughput: 20.4,
        errorShare: 0,
        throttled: 0,
        ttftP50Ms: 51.2,
        ttftP95Ms: 60.1,
        e2eP50Ms: 208,
        e2eP95Ms: 374,
      },
    ],
    ...change,
  };
}

function block(change: Partial<LoadProgress> = {}, columns = 99, rows = 30): readonly string[] {
  return loadView(seen(change), FRAME).block({ columns, rows, paint: uncoloured });
}

test('live view: a load that goes well fits one screen', () => {
  expect(block()).toEqual([
    'mixed  12 s of 30 s, 18 s left',
    'target     http://127.0.0.1:8080/v1',
    'arrivals   target 50.04/s, started 49.98/s, 10 in flight',
    'generator  keeps up: arrivals 0.42 ms late (p99)',
    'so far     1 240 requests, 0 errors, 0 findings',
    'last 5 s  errors  TTFT p50  TTFT p95  429  completed  e2e p50  e2e p95',
    'chat         0 %   51.2 ms   60.1 ms    0     20.4/s   208 ms   374 ms',
    'images       0 %         –         –    0     2.40/s   302 ms   340 ms',
  ]);
});

test.each<[string, Partial<LoadProgress>, RegExp]>([
  ['what is left', { atMs: 29_400 }, /, 1 s left$/],
  [
    'the end of arrivals',
    { atMs: 31_000, inFlight: 3 },
    /^mixed {2}arrivals ended, waiting for 3 in flight$/,
  ],
  ['the end of all', { atMs: 31_000, inFlight: 0 }, /^mixed {2}arrivals ended$/],
  [
    'a generator that cannot keep up',
    { latenessP99Ms: 84, unhealthySeconds: 1 },
    /^generator {2}cannot keep up: arrivals 84\.0 ms late \(p99\), saturated for 1 second$/,
  ],
  [
    'a generator that keeps up again',
    { unhealthySeconds: 2 },
    /^generator {2}keeps up: .*, saturated for 2 seconds$/,
  ],
  [
    'an unresponsive target that delays arrivals',
    { latenessP99Ms: 2400, silentMs: 7010 },
    /^generator {2}is waiting: no response has ended for 7 s$/,
  ],
  [
    'a generator that cannot keep up while no response comes',
    { latenessP99Ms: 2400, schedulerLatencyP99Ms: 90, silentMs: 7010 },
    /^generator {2}cannot keep up: its scheduler 90\.0 ms late \(p99\)$/,
  ],
  [
    'a generator whose own scheduler cannot keep up',
    { schedulerLatencyP99Ms: 90, unhealthySeconds: 1 },
    /^generator {2}cannot keep up: its scheduler 90\.0 ms late \(p99\), saturated for 1 second$/,
  ],
  [
    'a generator whose arrivals and scheduler are late',
    { latenessP99Ms: 84, schedulerLatencyP99Ms: 90 },
    /^generator {2}cannot keep up: arrivals 84\.0 ms late \(p99\), its scheduler 90\.0 ms late \(p99\)$/,
  ],
  [
    'judging that is behind',
    { behindMs: 7600 },
    /^so far {5}1 240 requests, 0 errors, 0 findings, judging 8 s behind the load$/,
  ],
  ['findings and errors', { findings: 3, errors: 1 }, /1 240 requests, 1 error, 3 findings$/],
  [
    'an operation that fails and is throttled',
    { operations: [{ operation: 'chat', throughput: 1, errorShare: 0.25, throttled: 7 }] },
    /^chat +25 % +– +– +7 +1\.00\/s/,
  ],
  [
    'an operation without responses',
    { operations: [{ operation: 'chat', throughput: 0, errorShare: null, throttled: 0 }] },
    /^chat +– +– +– +0 +0\.00\/s/,
  ],
])('live view: %s is shown', (_, change, line) => {
  expect(block(change)).toContainEqual(expect.stringMatching(line));
});

test.each([20, 40, 60, 80, 120])('live view: nothing is wider than %s columns', (columns) => {
  const many = { findings: 123_456, unhealthySeconds: 30, latenessP99Ms: 12_345 };
  for (const line of block(many, columns)) expect(line.length).toBeLessThanOrEqual(columns);
});

test('live view: a terminal of few rows shows the first lines', () => {
  expect(block({}, 99, 5)).toEqual(block().slice(0, 5));
});

test('live view: colour does not change the text', () => {
  const view = loadView(seen({ errors: 1, latenessP99Ms: 99 }), FRAME);
  const lines = view.block({ columns: 99, rows: 30, paint: coloured });
  expect(lines.join('')).toContain('\u001b[');
  expect(lines.map(stripVTControlCharacters)).toEqual(
    view.block({ columns: 99, rows: 30, paint: uncoloured }),
  );
});

test.each([
  ['none', 'so far     1 240 requests, 0 errors, not judged'],
  ['after', 'so far     590 iterations, judged after the load'],
] as const)('live view: judging %s, an unknown count is not shown as zero', (judging, line) => {
  const view = loadView(seen(), { ...FRAME, judging });
  expect(view.block({ columns: 99, rows: 30, paint: uncoloured })[4]).toBe(line);
});

test('live view: a log shows an unresponsive target', () => {
  const line = loadView(seen({ latenessP99Ms: 2400, silentMs: 7010 }), FRAME).line();
  expect(line).toContain(' · generator is waiting: no response has ended for 7 s');
});

test('live view: a log gets one line of at most 120 columns, with operations that have errors first', () => {
  const operations = [
    ...seen().operations,
    { operation: 'video-read', throughput: 1, errorShare: 0.5, throttled: 2 },
    { operation: 'video-cancel', throughput: 0, errorShare: null, throttled: 0 },
  ];
  expect(loadView(seen({ operations }), FRAME).line()).toBe(
    '12 s of 30 s, 18 s left · 1 240 requests, 0 errors, 0 findings · generator keeps up · video-read 50 % errors, 2 × 429',
  );
});

test('live view: a log ends before what does not fit, and shows nothing shorter instead', () => {
  expect(loadView(seen({ errors: 1_000_000 }), FRAME).line()).toBe(
    '12 s of 30 s, 18 s left · 1 240 requests, 1 000 000 errors, 0 findings · generator keeps up',
  );
});

test('live view: each objective is met, missed or not yet known', () => {
  expect(block({ objectives: OBJECTIVES }).slice(5, 8)).toEqual([
    '✓ met            chat ttft p95 < 800ms  60.1 ms so far',
    '✗ missed         all errors <= 1%  2.5 % so far',
    '? not yet known  video-read e2e p99 < 2s',
  ]);
});

test('live view: the figures of each second are drawn, with the last value', () => {
  const course = [
    { throughput: 0, tokens: 0, inFlight: 1 },
    { throughput: 10, tokens: 200, inFlight: 2, ttftP50Ms: 50 },
    { throughput: 20, tokens: 400, inFlight: 4, ttftP50Ms: 100 },
    { throughput: 15, tokens: 300, inFlight: 3, ttftP50Ms: 25 },
  ];
  expect(block({ course }).slice(5, 9)).toEqual([
    'completed  ▁▅█▇  15.0/s',
    'TTFT p50   ·▅█▃  25.0 ms',
    'tokens     ·▅█▇  300/s',
    'in flight  ▃▅█▇  3',
  ]);
});

test('live view: a load without tokens has no line about them', () => {
  const course = [{ throughput: 2, tokens: 0, inFlight: 1 }];
  expect(block({ course }).join('\n')).not.toMatch(/^(?:tokens|TTFT p50 )/m);
});

test('live view: a narrow terminal draws the last seconds', () => {
  const course = Array.from({ length: 60 }, (_, at) => ({
    throughput: at < 40 ? 0 : 10,
    tokens: 0,
    inFlight: 0,
  }));
  const drawn = block({ course }, 40).find((line) => line.startsWith('completed'));
  expect(drawn).toMatch(/^completed {2}▁█{20} {2}10\.0\/s$/);
});

test('live view: with --judge after no objective and no second is known, so none is shown', () => {
  const view = loadView(
    seen({ objectives: OBJECTIVES, course: [{ throughput: 0, tokens: 0, inFlight: 0 }] }),
    {
      ...FRAME,
      judging: 'after',
    },
  );
  const lines = view.block({ columns: 99, rows: 30, paint: uncoloured }).join('\n');
  expect(lines).not.toMatch(/objective|met|completed {2}▁/);
});

test('live view: a log counts the objectives that are met', () => {
  expect(loadView(seen({ objectives: OBJECTIVES }), FRAME).line()).toContain(
    ' · generator keeps up · objectives: 1 of 3 met',
  );
});

test('load end: one time is shown when the arrivals and the last requests end together', () => {
  expect(loadEndSentence({ durationMs: 3000, endMs: 3400, exchanges: 60 })).toBe(
    'Load: ended after 3 s, 60 requests',
  );
});

test('load end: the wait for the last requests is shown with its duration', () => {
  expect(loadEndSentence({ durationMs: 3000, endMs: 33_100, exchanges: 60 })).toBe(
    'Load: arrivals ended after 3 s, the last requests after 33.1 s, 60 requests',
  );
});

test('load end: an end by abortOn is shown, with the time of the last requests', () => {
  const condition = parseAbortCondition('errors > 20% over 5s');
  const abort = { condition, atMs: 6000, measured: 0.5 };
  expect(loadEndSentence({ durationMs: 6000, endMs: 11_000, exchanges: 1, abort })).toBe(
    'Load: aborted by abortOn (errors > 20% over 5s) after 6 s, the last requests after 11 s, 1 request',
  );
});

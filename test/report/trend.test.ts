import { expect, test } from 'vitest';
import { TREND } from '../../src/report/files.ts';
import { TextPage } from '../../src/report/formats/text/text-page.ts';
import type { RunReport } from '../../src/report/schema/run-report.ts';
import { type Trend, type TrendFigure, trendOf } from '../../src/report/trend/trend.ts';
import { trendRun } from '../../src/report/trend/trend-run.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { foundKnee } from './sample-capacity.ts';
import { gatesByDay, passingGate, slower } from './sample-report.ts';

function trendOfReports(reports: readonly RunReport[]): Trend {
  return trendOf(
    reports.map((report, at) => trendRun(report, `${at}/report.json`)),
    [],
  );
}

function figureOf({ series }: Trend, operation: string, metric: string): TrendFigure | undefined {
  return series[0]?.figures.find((each) => each.operation === operation && each.metric === metric);
}

const RULE = 'chat-created-integer';

function withVerdict(
  verdict: 'pass' | 'fail' | 'note' | 'could-not-verify',
  day: number,
): RunReport {
  const report = passingGate();
  return {
    ...report,
    startedAt: new Date(Date.UTC(2026, 10, 1 + day)).toISOString(),
    rules: report.rules.map((rule) => (rule.id === RULE ? { ...rule, verdict } : rule)),
  };
}

test('trend: latencies that are 30 % longer from a day on change there, in every operation', () => {
  const found = trendOfReports(gatesByDay({ count: 20, slowerFrom: 14 }));
  const latencies = found.series[0]?.figures.filter(({ unit }) => unit === 'ms') ?? [];
  expect(latencies.length).toBeGreaterThan(4);
  for (const { changes } of latencies) {
    expect(changes.map(({ at }) => at)).toEqual([14]);
    const [{ before = 0, after = 0 } = {}] = changes;
    expect(after / before).toBeCloseTo(1.3, 1);
  }
  expect(figureOf(found, 'all', 'errors')?.changes).toEqual([]);
});

test('trend: a value is the p95 from the scheduled start of its run, in the order of the runs', () => {
  const reports = gatesByDay({ count: 4 });
  const values = figureOf(trendOfReports(reports.toReversed()), 'chat', 'ttft')?.values;
  expect(values).toEqual(reports.map(({ load }) => load?.operations.chat?.ttftFromIntendedMs?.p95));
});

test('trend: a change that is smaller than the smallest that matters is none', () => {
  const reports = gatesByDay({ count: 20 }).map((report, day) =>
    slower({ ...passingGate(), startedAt: report.startedAt }, day >= 10 ? 1.03 : 1),
  );
  expect(figureOf(trendOfReports(reports), 'chat', 'e2e')?.changes).toEqual([]);
});

test('trend: a run whose load generator could not keep up has no latency', () => {
  const reports = gatesByDay({ count: 3 });
  const late = reports.map((report, day): RunReport => {
    const { load } = report;
    if (day !== 1 || load === undefined) return report;
    return { ...report, load: { ...load, health: { ...load.health, healthy: false } } };
  });
  const found = trendOfReports(late);
  expect(figureOf(found, 'chat', 'ttft')?.values[1]).toBeNull();
  expect(figureOf(found, 'all', 'errors')?.values[1]).not.toBeNull();
});

test('trend: a rule begins to fail and no longer fails, and a run without its verdict says nothing', () => {
  const verdicts = ['pass', 'fail', 'could-not-verify', 'fail', 'note', 'pass', 'fail'] as const;
  const [series] = trendOfReports(verdicts.map(withVerdict)).series;
  expect(series?.ruleChanges).toEqual([
    { at: 1, rule: RULE, fails: true },
    { at: 4, rule: RULE, fails: false },
    { at: 6, rule: RULE, fails: true },
  ]);
  expect(series?.runs.map(({ failed }) => failed?.length)).toEqual([0, 1, 0, 1, 0, 0, 1]);
});

test('trend: what fails in the first run has not begun to', () => {
  const verdicts = ['fail', 'fail', 'pass'] as const;
  const [series] = trendOfReports(verdicts.map(withVerdict)).series;
  expect(series?.ruleChanges).toEqual([{ at: 2, rule: RULE, fails: false }]);
});

test.each([
  ['profile', { profile: { name: 'litellm', overrides: [] } }, 'profile litellm instead of refer'],
  [
    'target',
    { target: { kind: 'remote', address: 'http://127.0.0.1:9/v1' } },
    'target http://127.0.0.1:9/v1 instead of http://127.0.0.1:8080/v1',
  ],
  ['rule set', { ruleSet: { number: '2026.11', newer: [] } }, 'rule set 2026.11 instead of none'],
  ['machine', { machine: { platform: 'linux x64', cpus: 8, node: 'v24' } }, 'machine linux x64, 8'],
  ['rate', { settings: { workload: { arrivalRate: '5/s' } } }, 'arrivalsPerSecond 5 instead of 20'],
  ['effort', { effort: 'modest' as const }, 'effort modest instead of none'],
])('trend: runs of another %s are a series that says so', (_, change, says) => {
  const common = gatesByDay({ count: 3 });
  const other = gatesByDay({ count: 2 }).map((report) => ({ ...report, ...change }));
  const { series } = trendOfReports([...other, ...common]);
  expect(series.map(({ runs }) => runs.length)).toEqual([3, 2]);
  expect(series.map(({ apart }) => apart)).toEqual([[], [expect.stringContaining(says)]]);
});

test('trend: defaults that are written out, another seed and another port of an embedded gateway are the same', () => {
  const run = (port: number, workload: object): RunReport => ({
    ...passingGate(),
    target: { kind: 'embedded', address: `http://127.0.0.1:${port}/v1` },
    settings: { workload },
  });
  const runs = [run(40_001, { seed: 1 }), run(40_002, { seed: 2, arrivalRate: '20/s' })];
  expect(trendOfReports(runs).series).toHaveLength(1);
});

test('trend: knees are a series of their own, with the knee', () => {
  const { series } = trendOfReports([passingGate(), passingGate(), foundKnee()]);
  expect(series[1]?.figures).toMatchObject([{ metric: 'knee', values: [40.06], unit: '/s' }]);
  expect(series[1]?.apart).toContain('command capacity instead of gate');
});

test.each(Object.entries(HOSTILE_TEXTS))(
  'trend: %s in reports has no effect in any format',
  (_, hostile) => {
    const reports = gatesByDay({ count: 3, failing: [1] }).map((report, day) => ({
      ...report,
      label: hostile,
      target: { kind: 'remote', address: `${hostile}${day > 0}` },
      rules: report.rules.map((rule) => (rule.id === RULE ? { ...rule, id: hostile } : rule)),
    }));
    const runs = reports.map((report) => trendRun(report, hostile));
    const trend = trendOf(runs, [hostile]);
    const page = TREND.formats.html.render(trend);
    expect(page).not.toMatch(/<(?:script|img|link|x)\b|<svg on/);
    expect(page.match(/<td/g)?.length).toBe(page.match(/<\/td>/g)?.length);
    for (const text of [TREND.text(trend, new TextPage()), TREND.formats.markdown.render(trend)]) {
      expect(text).not.toMatch(/(?![\t\n])[\p{Cc}\u202e\u2028]/u);
    }
    expect(page.length).toBeLessThan(400_000);
  },
);

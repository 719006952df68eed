import { expect, test } from 'vitest';
import { backdropOf } from '../../../src/report/charts/backdrop.ts';
import { latencyAgainstRate } from '../../../src/report/charts/capacity-charts.ts';
import { secondsCharts, shownSeconds } from '../../../src/report/charts/seconds-charts.ts';
import {
  spreadCharts,
  timedCharts,
  timelineCharts,
} from '../../../src/report/charts/timeline-charts.ts';
import { secondsSection } from '../../../src/report/document/latency.ts';
import { html } from '../../../src/report/formats/html.ts';
import type { LoadReport, TimelineColumn } from '../../../src/report/schema/load.ts';
import { foundKnee } from '../sample-capacity.ts';
import { load, objectives } from '../sample-load.ts';
import { failingGate } from '../sample-report.ts';

/** The chart with this caption. */
function chart(text: string, caption: string): string {
  const [, rest = ''] = text.split(`<figcaption>${caption}`);
  return rest.split('</figure>')[0] ?? '';
}

function charts(report: LoadReport = load({}), slo = objectives(612)): string {
  const drawn = [...timelineCharts(report, slo), ...secondsCharts(shownSeconds(report), report)];
  return drawn.map(({ text }) => text).join('');
}

/** What the page says about its charts, and the table below them. */
function explained(report: LoadReport): string {
  return JSON.stringify(secondsSection(report, []));
}

/** A load of chat in these columns. */
function withColumns(columns: readonly TimelineColumn[]): LoadReport {
  const timeline = { widthS: 1, binRatio: 1.25 };
  const chat = { operation: 'chat', mode: 'body', columns: [...columns], curve: {} };
  return { ...load({}), timeline: { ...timeline, operations: [chat] } };
}

test('charts: each operation and mode has its own, and streams one for TTFT', () => {
  const captions = [...charts().matchAll(/<figcaption>([^<]*) <span>([^<·]*)/g)].map(
    ([, name, what]) => `${name}: ${what?.trim()}`,
  );
  expect(captions).toEqual([
    'chat, body: request latency, ms',
    'chat, stream: TTFT, ms',
    'chat, stream: request latency, ms',
    'images, body: request latency, ms',
    'Arrivals: per second',
    'In flight: requests',
  ]);
});

test('charts: an objective is a line in the charts of its operation only', () => {
  const ttft = chart(charts(), 'chat, stream <span>TTFT');
  expect(ttft).toContain('class="limit"');
  expect(ttft).toContain('p95 limit 400');
  expect(chart(charts(), 'images, body')).not.toContain('limit');
});

test('charts: the percentile that an objective judges is the bold line', () => {
  const ttft = chart(charts(), 'chat, stream <span>TTFT');
  expect(ttft).toContain('class="line edge judged"');
  expect(ttft).toContain('class="line first thin"');
  expect(chart(charts(), 'images, body')).not.toMatch(/judged|thin/);
});

test('charts: those with an objective or a failure are shown, and the others one click away', () => {
  const notable = timedCharts(load({}), objectives(612)).filter(({ isNotable }) => isNotable);
  expect(
    notable.map(({ timeline, metric }) => [timeline.operation, timeline.mode, metric]),
  ).toEqual([
    ['chat', 'body', 'e2e'],
    ['chat', 'stream', 'ttft'],
    ['chat', 'stream', 'e2e'],
    ['images', 'body', 'e2e'],
  ]);
});

test('charts: a limit far above the lines is named, and does not flatten them', () => {
  const far = objectives(612).map((each) => ({ ...each, limit: 60_000 }));
  const ttft = chart(charts(load({}), far), 'chat, stream <span>TTFT');
  expect(ttft).not.toContain('class="limit"');
  expect(ttft).toMatch(/^, ms · .* p95 limit 60 000 ms</);
});

test('charts: failed and throttled responses are bars below the second they ended in', () => {
  const body = chart(charts(), 'chat, body');
  expect(body.match(/class="errors"/g)).toHaveLength(1);
  expect(body.match(/class="throttled"/g)).toHaveLength(1);
  expect(body).toMatch(/19 s: p50 [^<]*, 3 failed, 2 with status 429</);
});

test('charts: a column of fewer than 20 responses has a dot, and a maximum in place of p95', () => {
  const images = chart(charts(), 'images, body');
  expect(images.match(/class="few"/g)).toHaveLength(30);
  expect(images).toMatch(/<title>0 s: p50 [^<]*, max [^<]*, 4 responses</);
  expect(chart(charts(), 'chat, body')).not.toContain('class="few"');
});

test('charts: a second in which nothing ended interrupts the line', () => {
  const at = (atS: number) => ({ atS, good: 30, e2eP50Ms: 10, e2eP95Ms: 12 });
  const lines = (columns: readonly TimelineColumn[]) =>
    /class="line first" d="([^"]*)"/.exec(chart(charts(withColumns(columns)), 'chat, body'))?.[1];
  expect(lines([at(0), at(1), at(2), at(3)])?.match(/M/g)).toHaveLength(1);
  expect(lines([at(0), at(1), at(3), at(4)])?.match(/M/g)).toHaveLength(2);
});

test('charts: idempotent replays are grey dots in the chart of their operation', () => {
  const at = (atS: number, ms: number) => ({ atS, good: 30, e2eP50Ms: ms, e2eP95Ms: ms });
  const report = withColumns([at(0, 50), at(9, 50)]);
  const columns = [at(0, 3), at(1, 3), at(8, 3)];
  report.timeline?.operations.push({ operation: 'chat', mode: 'replay', columns, curve: {} });
  const text = charts(report);
  expect(text.match(/class="replay"/g)).toHaveLength(3);
  expect(explained(report)).toContain('Grey dots: p50 of idempotent replays.');
  expect(text).not.toContain('chat, replay');
  expect(charts()).not.toContain('replays');
});

test('charts: fewer than 5 responses of a second are a dot with a stroke up to the slowest, not a line', () => {
  const at = (atS: number, good: number) => ({ atS, good, e2eP50Ms: 10, e2eP95Ms: 12 });
  const body = chart(charts(withColumns([at(0, 4), at(1, 4)])), 'chat, body');
  expect(body.match(/class="line reach" [^>]*\/><circle class="few"/g)).toHaveLength(2);
  expect(body).toContain('<path class="line first" d=""/>');
});

test('charts: the ticks of a chart are round numbers, and its caption says which axis is logarithmic', () => {
  const { capacity } = foundKnee();
  if (capacity === undefined) throw new Error('no capacity');
  const text = latencyAgainstRate(capacity)?.text ?? '';
  const ticks = [...text.matchAll(/class="tick" x="[^"]*" y="213"[^>]*>([^<]*)</g)];
  expect(ticks.map(([, tick]) => Number(tick) % 10)).toEqual(ticks.map(() => 0));
  expect(text).toContain('ms from the scheduled start, log scale · offered per second</span>');
});

test('charts: stages are shaded with their rates, and late seconds hatched', () => {
  const stage = (from: number, to: number) => ({ durationMs: 10_000, from, to });
  const plain = load({});
  const report = {
    ...plain,
    workload: { ...plain.workload, stages: [stage(10, 10), stage(10, 50), stage(50, 50)] },
    series: plain.series.map((second) =>
      second.atS === 4 || second.atS === 5 ? { ...second, late: true as const } : second,
    ),
  };
  expect(backdropOf(report).late).toEqual([{ fromS: 4, toS: 6 }]);
  const text = charts(report);
  const body = chart(text, 'chat, body');
  expect(body.match(/class="stage"/g)).toHaveLength(1);
  expect(body.match(/class="late"/g)).toHaveLength(1);
  expect(body).toContain('>10/s to 50/s<');
  expect(explained(report)).toContain('Hatched: the load generator could not keep up.');
  expect(explained(load({}))).not.toContain('Hatched');
});

test('charts: two modes of latency are two bands of the heat map', () => {
  const columns = Array.from({ length: 4 }, (_, atS) => ({ atS, good: 9, heat: '-2:5,0,0,4' }));
  const spread = spreadCharts(withColumns(columns)).map((each) =>
    each === false ? '' : each.text,
  );
  const map = chart(spread.join(''), 'chat, body <span>responses by time');
  const cells = [...map.matchAll(/class="heat heat-\d" d="([^"]*)"/g)].map(([, d = '']) => d);
  expect(cells.join('').match(/z/g)).toHaveLength(8);
  expect(map).toContain('from 0.64');
});

type Second = LoadReport['series'][number];

/** 30 s of arrivals, of which the last answers came later. */
function drained(...late: readonly Partial<Second>[]): LoadReport {
  const whole = load({});
  const rest = late.map((change, index) => {
    const none = { scheduled: 0, started: 0, inFlight: 0, completed: 9, errors: 0, e2eP50Ms: 400 };
    return { atS: 30 + index, ...none, ...change };
  });
  return { ...whole, series: [...whole.series, ...rest] };
}

/** How many points the lines of a chart have. */
function points(report: LoadReport, title: string): number[] {
  const lines = chart(charts(report), `${title} `).matchAll(/<path class="line \w+" d="([^"]*)"/g);
  return [...lines].map(([, drawing = '']) => drawing.split(/[ML]/).length - 1);
}

test('charts: arrivals end with their last whole second, responses continue', () => {
  const report = drained({ inFlight: 4 }, { partial: true });
  expect(points(report, 'Arrivals')).toEqual([30, 30]);
  expect(points(report, 'In flight')).toEqual([31]);
});

test('charts: requests in flight are drawn as the mean of each second, where it is known', () => {
  const { series, ...rest } = load({});
  const steady = { ...rest, series: series.map((second) => ({ ...second, inFlightMean: 2.5 })) };
  const drawn = chart(charts(steady), 'In flight ');
  const [, line = ''] = /<path class="line first" d="([^"]*)"/.exec(drawn) ?? [];
  expect(
    new Set(
      line
        .split(/[ML]/)
        .slice(1)
        .map((point) => point.split(/[ ,]/)[1]),
    ).size,
  ).toBe(1);
  expect(drawn).toContain('in flight 2.50 requests');
});

test('charts: the area up to the most requests in flight is shaded, where it is known', () => {
  const { series, ...rest } = load({});
  const peaks = series.map((second) => ({ ...second, inFlightMean: 2, inFlightMax: 8 }));
  const drawn = chart(charts({ ...rest, series: peaks }), 'In flight ');
  expect(drawn).toContain('class="band"');
  expect(drawn).toContain('<span>requests · shaded up to the most of a quarter of a second</span>');
  expect(drawn).toContain('in flight 2, most of a quarter of a second 8 requests');
  expect(chart(charts(), 'In flight ')).not.toMatch(/band|shaded/);
});

test('charts: unknown counts of a second are dashes in the table, with a note', () => {
  const text = explained(drained({ partial: true }));
  expect(text).toContain('{"name":"30","cells":["–","–","9"');
  expect(text).toContain('Partial seconds are not plotted.');
  expect(explained(load({}))).not.toContain('Partial seconds');
});

test('html: charts of every operation stay below 300 kB', () => {
  const report = failingGate();
  const long = { ...report, load: load({ seconds: 90 }) };
  expect(Buffer.byteLength(html.render(long))).toBeLessThan(300_000);
});

import { expect, test } from 'vitest';
import { backdropOf } from '../../../src/report/formats/html/charts/backdrop.ts';
import { seriesCharts } from '../../../src/report/formats/html/charts/series.ts';
import { spreadCharts } from '../../../src/report/formats/html/charts/timeline-charts.ts';
import { latencyTable } from '../../../src/report/formats/html/load/latency.ts';
import { html } from '../../../src/report/formats/html.ts';
import type { LoadReport } from '../../../src/report/schema/load.ts';
import type { TimelineColumn } from '../../../src/report/schema/timeline.ts';
import { load, objectives } from '../sample-load.ts';
import { failingGate } from '../sample-report.ts';

/** The chart with this caption. */
function chart(text: string, caption: string): string {
  const [, rest = ''] = text.split(`<figcaption>${caption}`);
  return rest.split('</figure>')[0] ?? '';
}

function charts(report: LoadReport = load({})): string {
  return seriesCharts(report, objectives(612)).text;
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
    'In flight: iterations',
  ]);
});

test('charts: an objective is a line in the charts of its operation only', () => {
  const ttft = chart(charts(), 'chat, stream <span>TTFT');
  expect(ttft).toContain('class="limit"');
  expect(ttft).toContain('p95 limit 400');
  expect(chart(charts(), 'images, body')).not.toContain('limit');
});

test('charts: a limit far above the lines is named, and does not flatten them', () => {
  const far = objectives(612).map((each) => ({ ...each, limit: 60_000 }));
  const ttft = chart(seriesCharts(load({}), far).text, 'chat, stream <span>TTFT');
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

test('charts: idempotent replays are a grey line in the charts of their operation', () => {
  const at = (atS: number, ms: number) => ({ atS, good: 30, e2eP50Ms: ms, e2eP95Ms: ms });
  const report = withColumns([at(0, 50), at(1, 50)]);
  const replay = { operation: 'chat', mode: 'replay', columns: [at(0, 3), at(1, 3)], curve: {} };
  report.timeline?.operations.push(replay);
  const text = charts(report);
  expect(chart(text, 'chat, body')).toMatch(/class="line replays" d="M[^"]*L/);
  expect(text).toContain('Grey line: p50 of idempotent replays.');
  expect(text).not.toContain('chat, replay');
  expect(charts()).not.toContain('replays');
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
  expect(text).toContain('Hatched: the load generator could not keep up.');
  expect(charts()).not.toContain('Hatched');
});

test('charts: two modes of latency are two bands of the heat map', () => {
  const columns = Array.from({ length: 4 }, (_, atS) => ({ atS, good: 9, heat: '-2:5,0,0,4' }));
  const spread = spreadCharts(withColumns(columns));
  const map = chart(spread === false ? '' : spread.text, 'chat, body <span>responses by time');
  const cells = [...map.matchAll(/class="heat heat-\d" d="([^"]*)"/g)].map(([, d = '']) => d);
  expect(cells.join('').match(/z/g)).toHaveLength(8);
  expect(map).toContain('from 0.64');
});

test('latency table: n stands beside the percentiles, and those that it does not carry are grey', () => {
  const report = load({});
  const table = latencyTable(report).text;
  expect(table).toContain('<th scope="col">n</th>');
  expect(table).toMatch(/<td>90<\/td><td>11\.4<\/td>/);
  expect(table.match(/class="weak"/g)).toHaveLength(4);
  expect(table).toContain('<small>max of 90</small>');
});

test('html: charts of every operation stay below 300 kB', () => {
  const report = failingGate();
  const long = { ...report, load: load({ seconds: 90 }) };
  expect(Buffer.byteLength(html.render(long))).toBeLessThan(300_000);
});

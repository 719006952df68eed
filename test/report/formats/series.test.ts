import { expect, test } from 'vitest';
import { seriesCharts } from '../../../src/report/formats/html/charts/series.ts';
import type { LoadReport } from '../../../src/report/schema/load.ts';
import { load } from '../sample-load.ts';

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
  const [, chart = ''] = seriesCharts(report, []).text.split(`<figcaption>${title} `);
  const [figure = ''] = chart.split('</figure>');
  return [...figure.matchAll(/<path class="line \w+" d="([^"]*)"/g)].map(
    ([, drawing = '']) => drawing.split(/[ML]/).length - 1,
  );
}

test('charts: arrivals end with their last whole second, responses continue', () => {
  const report = drained({ inFlight: 4 }, { partial: true });
  expect(points(report, 'Arrivals')).toEqual([30, 30]);
  expect(points(report, 'In flight')).toEqual([31]);
});

test('charts: in flight counts iterations, each of which may send several exchanges', () => {
  const { text } = seriesCharts(load({}), []);
  expect(text).toContain('<figcaption>In flight <span>iterations</span>');
  expect(text).toContain('<th scope="col">Iterations in flight</th>');
  expect(text).not.toContain('exchanges');
});

test('charts: unknown counts of a second are dashes in the table, with a note', () => {
  const { text } = seriesCharts(drained({ partial: true }), []);
  expect(text).toContain('<tr><th scope="row">30</th><td>–</td><td>–</td><td>9</td>');
  expect(text).toContain('Partial seconds are not plotted.');
  expect(seriesCharts(load({}), []).text).not.toContain('Partial seconds');
});

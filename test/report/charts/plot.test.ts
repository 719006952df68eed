import { expect, test } from 'vitest';
import { figure, intervalChart, plotOf } from '../../../src/report/charts/plot.ts';

const LINEAR = { from: 0, to: 10, name: 'ms' };

/** The labels of the axis to the right, with their places. */
function labelsAcross(frame: string): readonly (readonly [label: string, at: number])[] {
  const texts = [...frame.matchAll(/x="([\d.]+)" y="\d+" text-anchor="middle">([^<]*)/g)];
  return texts.map(([, at, label = '']) => [label, Number(at)]);
}

test.each([
  [23, 520],
  [28, 480],
  [0.02, 90],
  [1, 10_000],
])('plot: the labels of a logarithmic axis from %d to %d do not touch', (from, to) => {
  const { frame } = plotOf({ x: { from, to, log: true, name: 'ms' }, y: LINEAR });
  const places = labelsAcross(frame.text).map(([, at]) => at);
  expect(places.length).toBeGreaterThan(2);
  const gaps = places.slice(1).map((at, index) => at - (places[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(30);
});

test('plot: labels of an upright axis need the height of a line only', () => {
  const y = { from: 150, to: 5000, log: true as const, name: 'ms' };
  const { frame } = plotOf({ x: LINEAR, y });
  const labels = [...frame.text.matchAll(/text-anchor="end">([^<]*)/g)].map(([, label]) => label);
  expect(labels).toEqual(['200', '300', '1 000', '2 000', '3 000']);
});

test('plot: a label below zero has a minus, not a hyphen', () => {
  const { frame } = plotOf({ x: { from: -10, to: 10, name: 'ms' }, y: LINEAR });
  expect(labelsAcross(frame.text)[0]?.[0]).toBe('−10');
});

test('plot: an axis of percentiles is not called logarithmic', () => {
  const y = {
    from: 1,
    to: 100,
    log: true as const,
    name: 'percentiles',
    label: (at: number) => `p${at}`,
  };
  const plot = plotOf({ x: { from: 1, to: 9, log: true, name: 'ms' }, y });
  const { text } = figure({ title: 'chat', description: '', plot, drawing: '' });
  expect(text).toContain('<span>percentiles · ms, log scale</span>');
});

test.each([-30, -5.9, 0, 6, 30])(
  'interval: a change of %d has its whole mark in the drawing',
  (delta) => {
    const { text } = intervalChart({ delta, low: delta - 1, high: delta + 1, minEffect: 2 });
    const [, circle, arrow, towards] =
      /class="middle" (?:cx="([\d.]+)"|d="M([\d.]+) 6v8l(-?4) )/.exec(text) ?? [];
    const at = Number(circle ?? arrow);
    expect(at).toBeGreaterThanOrEqual(4);
    expect(at).toBeLessThanOrEqual(140);
    expect(towards).toBe(Math.abs(delta) > 6 ? String(Math.sign(delta) * 4) : undefined);
  },
);

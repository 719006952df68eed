import { expect, test } from 'vitest';
import { headlineFigures } from '../../../src/report/phrases/headline-figures.ts';
import type { OperationLoad } from '../../../src/report/schema/traffic.ts';
import { passingGate } from '../sample-report.ts';

function figuresWithout(objectives: RegExp, chat: Partial<OperationLoad> = {}) {
  const report = passingGate();
  const slo = report.slo.filter(({ objective }) => !objectives.test(objective));
  Object.assign(report.load?.operations.chat ?? {}, chat);
  return headlineFigures({ ...report, slo }).map(({ name, value, note }) => ({
    name,
    value,
    note,
  }));
}

test('first screen: without a latency objective it shows the latency of the busiest operation', () => {
  expect(figuresWithout(/ms$/)).toContainEqual({
    name: 'chat TTFT p95',
    value: '76.8 ms',
    note: '612 responses, from the scheduled start',
  });
});

test('first screen: without a stream it shows the request latency', () => {
  const figures = figuresWithout(/ms$/, { ttftMs: undefined, ttftFromIntendedMs: undefined });
  expect(figures).toContainEqual(expect.objectContaining({ name: 'chat request latency p95' }));
});

test('first screen: a percentile that too few responses carry is not shown', () => {
  const few = { p50: 1, p90: 1, p95: 1, p99: 1, max: 1, count: 19 };
  const names = figuresWithout(/ms$/, { ttftFromIntendedMs: few }).map(({ name }) => name);
  expect(names).not.toContain('chat TTFT p95');
});

test('first screen: goodput is shown only where it is not that of all completed responses', () => {
  const names = (goodput: number) => figuresWithout(/^none$/, { goodput }).map(({ name }) => name);
  expect(names(passingGate().load?.operations.chat?.throughput ?? 0)).not.toContain('Goodput');
  expect(names(1)).toContain('Goodput');
});

test('first screen: the load is the rate that was started, beside its target', () => {
  expect(figuresWithout(/^none$/)).toContainEqual({
    name: 'Load',
    value: '50.0 req/s',
    note: 'target 50 req/s for 30 s; completed 50.0/s, polls included',
  });
});

test('first screen: latency objectives replace that of the busiest operation', () => {
  const names = figuresWithout(/^none$/).map(({ name }) => name);
  expect(names).toContain('chat ttft p95');
  expect(names).not.toContain('chat TTFT p95');
});

test('first screen: reads of video jobs are not the busiest operation', () => {
  const report = passingGate();
  const { load } = report;
  const chat = load?.operations.chat;
  if (load === undefined || chat === undefined) throw new Error('The sample has no chat.');
  const operations = { ...load.operations, 'video-read': { ...chat, exchanges: 1_000_000 } };
  const slo = report.slo.filter(({ objective }) => !objective.endsWith('ms'));
  const names = headlineFigures({ ...report, slo, load: { ...load, operations } }).map(
    ({ name }) => name,
  );
  expect(names).toContain('chat TTFT p95');
});

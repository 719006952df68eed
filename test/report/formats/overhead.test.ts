import { describe, expect, test } from 'vitest';
import { overheadSection } from '../../../src/report/formats/html/overhead.ts';
import { headlineFigures } from '../../../src/report/phrases/headline-figures.ts';
import { overheadSentences, stepRows } from '../../../src/report/phrases/overhead-sentences.ts';
import { OVERHEAD, overheadRun, overheadStep } from '../sample-overhead.ts';
import { passingGate } from '../sample-report.ts';

describe('the overhead in reports', () => {
  test('a row has the overhead with its interval, and the clock-free one', () => {
    expect(stepRows(OVERHEAD)[1]).toEqual({
      step: '50/s',
      figure: 'stream ttft',
      percentile: 'p50',
      floor: '3.00',
      through: '4.20',
      overhead: '1.20',
      interval: '1.10–1.30',
      clockFree: '1.20 (1.10–1.30)',
    });
  });

  test('the knee, excluded blocks and failed requests are sentences', () => {
    expect(overheadSentences(OVERHEAD)).toEqual([
      'The gateway fell behind at 200/s; it kept up at 100/s.',
      '100/s: the load generator could not keep up in 2 of 10 blocks, which were excluded on both sides.',
      '200/s: 25 requests through the gateway (5 %) and 0 requests to the upstream failed, and were excluded.',
    ]);
  });

  test('the page draws the overhead against the rate', () => {
    const text = overheadSection({ ...passingGate(), overhead: OVERHEAD })?.text ?? '';
    expect(text).toContain('Overhead against rate: TTFT of streams');
    expect(text).toContain('50/s: p50 1.20 ms, 95 % CI 1.10–1.30 ms');
    expect(text).not.toContain('Request latency of bodies');
  });

  test('the first screen shows the median with its interval', () => {
    const figures = headlineFigures(overheadRun());
    expect(figures).toEqual(
      expect.arrayContaining([
        { name: 'Overhead, TTFT p50', value: '1.00 ms', note: '95 % CI 0.90–1.10 ms' },
        { name: 'Overhead, request latency p50', value: 'unknown', tone: 'could-not-verify' },
      ]),
    );
  });

  test('the page draws the delay of each token, without the gateway and through it', () => {
    const places = [
      { floor: { p50: 0.04, p90: 0.2 }, through: { p50: 0.17, p90: 1.1, p99: 9 } },
      { floor: { p50: 0.03, p90: 0.1 }, through: { p50: 0.12 } },
    ];
    const tokens = { perRead: { floor: 1, through: 1.25 }, places };
    const overhead = { steps: [overheadStep(1, { tokens })] };
    const text = overheadSection({ ...passingGate(), overhead })?.text ?? '';
    expect(text).toContain('Delay of each token of a stream');
    expect(text).toContain(
      '<title>Through, token 1: p50 0.17 ms, p90 1.10 ms, p99 9.00 ms</title>',
    );
    expect(text).toContain('direct 0.03 to 0.04 ms, through 0.12 to 0.17 ms');
    expect(overheadSentences(overhead)).toEqual([
      '1 in flight: a read of the caller brought 1.25 tokens of the upstream through the gateway, and 1.00 without it.',
    ]);
  });

  test('a page without rates has no chart', () => {
    const steps = OVERHEAD.steps.slice(0, 1);
    const text = overheadSection({ ...passingGate(), overhead: { steps } })?.text ?? '';
    expect(text).toContain('<th scope="row">1 in flight</th>');
    expect(text).not.toContain('<svg');
  });
});

import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/input/usage-error.ts';
import type { OverheadFigure } from '../../../src/measure/overhead/overhead-figures.ts';
import {
  judgeOverhead,
  parseOverheadObjective,
} from '../../../src/measure/overhead/overhead-objective.ts';

/** A figure whose p50 has this interval around 3 ms. */
function figureOf(
  mode: OverheadFigure['mode'],
  interval: { readonly low: number; readonly high: number } | undefined,
): OverheadFigure {
  const side = (ms: number) => ({ ms, observations: 100 });
  const figure = { mode, metric: 'e2e', percent: 50, floor: side(10), through: side(13) } as const;
  return { ...figure, overheadMs: 3, ...(interval && { interval }) };
}

const P50 = parseOverheadObjective('overhead e2e p50 < 5ms');

describe('objectives of the overhead', () => {
  test.each([
    ['below the limit', { low: 2, high: 4 }, true],
    ['above the limit', { low: 6, high: 9 }, false],
    ['around the limit', { low: 2, high: 9 }, null],
    ['unknown', undefined, null],
  ])('an interval %s', (_, interval, met) => {
    expect(judgeOverhead(P50, [figureOf('body', interval)])).toMatchObject({ met, measuredMs: 3 });
  });

  test('without a mode, bodies and streams must both meet it', () => {
    const figures = [
      figureOf('body', { low: 2, high: 4 }),
      figureOf('stream', { low: 6, high: 9 }),
    ];
    expect(judgeOverhead(P50, figures).met).toBe(false);
    const bodies = parseOverheadObjective('overhead body e2e p50 < 5ms');
    expect(judgeOverhead(bodies, figures).met).toBe(true);
  });

  test('the clock-free figure is not judged', () => {
    const free = { ...figureOf('body', { low: 2, high: 4 }), metric: 'addedE2e' as const };
    expect(judgeOverhead(P50, [free])).toMatchObject({ met: null, measuredMs: null });
  });

  test.each([
    ['chat ttft p95 < 800ms', /^Objective is not understood/],
    ['overhead ttft p99 > 5ms', /^Objective is not understood/],
    ['overhead tftt p99 < 5ms', /unknown metric: tftt\. Did you mean ttft\?/],
    ['overhead steam ttft p99 < 5ms', /unknown mode: steam\. Did you mean stream\?/],
    ['overhead body ttft p99 < 5ms', /A body has no tokens/],
    ['overhead body relay p50 < 5ms', /A body has no tokens/],
    ['overhead ttft p95 < 5ms', /needs one of p50, p90, p99/],
    ['overhead ttft p99 < 5', /needs a number and a unit/],
  ])('%s is refused', (text, message) => {
    expect(() => parseOverheadObjective(text)).toThrow(UsageError);
    expect(() => parseOverheadObjective(text)).toThrow(message);
  });
});

import { expect, test } from 'vitest';
import type { OverheadFigure } from '../../../src/measure/overhead/overhead-figures.ts';
import { parseOverheadObjective } from '../../../src/measure/overhead/overhead-objective.ts';
import { TokenDelays } from '../../../src/measure/overhead/token-figures.ts';
import { Sample } from '../../../src/measure/sample.ts';
import {
  endsSearch,
  type OverheadStepFacts,
  overheadObjectives,
  overheadReport,
} from '../../../src/report/assemble/overhead-section.ts';
import { overheadSentences } from '../../../src/report/phrases/overhead-sentences.ts';

const BLOCKS = 5;

interface Load {
  readonly arrivalRate?: number;
  /** Number of 100 requests through the gateway, in each block. */
  readonly refused?: number;
  readonly behindBlocks?: number;
}

function step({ arrivalRate, refused = 0, behindBlocks = 0 }: Load): OverheadStepFacts {
  const side = (good: number) => {
    const samples = Array.from({ length: BLOCKS }, () =>
      Object.assign(new Sample(), { exchanges: 100, good }),
    );
    return new Map([['chat', new Map([['body', samples] as const])]]);
  };
  return {
    ...(arrivalRate !== undefined && { arrivalRate }),
    sides: { floor: side(100), through: side(100 - refused) },
    delays: { floor: new TokenDelays(), through: new TokenDelays() },
    usedBlocks: BLOCKS,
    figures: [],
    blocks: BLOCKS,
    unhealthyBlocks: 0,
    behindBlocks,
  };
}

const KEPT_UP = [step({}), step({ arrivalRate: 20 })];

test.each([
  ['with a queue in most blocks', step({ arrivalRate: 50, behindBlocks: 3 })],
  ['that refuses requests', step({ arrivalRate: 50, refused: 6 })],
])('overhead: a gateway %s has fallen behind, and the report says at which rate', (_, last) => {
  expect(endsSearch(last, KEPT_UP)).toBe(true);
  const report = overheadReport({ steps: [...KEPT_UP, last], objectives: [] });
  expect(report.knee).toEqual({ above: 20, below: 50 });
  expect(overheadSentences(report)).toContain(
    'The gateway fell behind at 50/s; it kept up at 20/s.',
  );
});

test.each([
  ['in a few blocks', step({ arrivalRate: 50, behindBlocks: 2 }), KEPT_UP],
  [
    'that refuses as many at each rate',
    step({ arrivalRate: 50, refused: 9 }),
    [step({ refused: 9 })],
  ],
  ['that refuses large bodies', step({ refused: 100 }), [step({})]],
])('overhead: a gateway %s has not fallen behind', (_, last, earlier) => {
  expect(endsSearch(last, earlier)).toBe(false);
  expect(overheadReport({ steps: [...earlier, last], objectives: [] }).knee).toBeUndefined();
});

/** A figure whose p50 has this interval around 3 ms. */
function figureOf(
  mode: 'body' | 'stream',
  interval: OverheadFigure['changes'][number]['interval'],
  metric: OverheadFigure['metric'] = 'e2e',
): OverheadFigure {
  return {
    operation: 'chat',
    mode,
    metric,
    statistic: 'p50',
    unit: 'ms',
    betterWhen: 'lower',
    cells: [10, 13].map((value) => ({ value, observations: 100 })),
    changes: [{ delta: 3, ratio: 1.3, interval }],
  };
}

function judged(text: string, ...figures: OverheadFigure[]) {
  const objectives = [parseOverheadObjective(text)];
  return overheadObjectives({ steps: [{ ...step({}), figures }], objectives })[0];
}

const P50 = 'overhead e2e p50 < 5ms';

test.each([
  ['below the limit', { low: 2, high: 4 }, true],
  ['above the limit', { low: 6, high: 9 }, false],
  ['around the limit', { low: 2, high: 9 }, null],
  ['unknown', null, null],
])('overhead objective: an interval %s', (_, interval, met) => {
  expect(judged(P50, figureOf('body', interval))).toMatchObject({ met, measured: 3 });
});

test('overhead objective: without a mode, bodies and streams must both meet it', () => {
  const figures = [figureOf('body', { low: 2, high: 4 }), figureOf('stream', { low: 6, high: 9 })];
  expect(judged(P50, ...figures)?.met).toBe(false);
  expect(judged('overhead body e2e p50 < 5ms', ...figures)?.met).toBe(true);
});

test('overhead objective: the clock-free figure is not judged', () => {
  const free = figureOf('body', { low: 2, high: 4 }, 'addedE2e');
  expect(judged(P50, free)).toMatchObject({ met: null, measured: null });
});

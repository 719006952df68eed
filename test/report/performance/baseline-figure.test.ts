import { expect, test } from 'vitest';
import { parseObjective } from '../../../src/measure/objective.ts';
import { baselineFigure } from '../../../src/report/performance/baseline-figure.ts';
import type { LoadReport } from '../../../src/report/schema/load.ts';
import type { OperationLoad } from '../../../src/report/schema/traffic.ts';
import { load } from '../sample-load.ts';

const PERCENTILES = { p50: 10, p90: 20, p95: 30, p99: 40, max: 50 };

function figures(change: Partial<OperationLoad>): OperationLoad {
  const counts = { throttled: 0, inFlightRefusals: 0, aborted: 0, cutByEnd: 0 };
  return { exchanges: 100, errorRate: 0, errors: {}, goodRatio: 1, ...counts, ...change };
}

const CHAT = figures({
  exchanges: 300,
  errorRate: 0.04,
  throughput: 10,
  goodput: 9,
  ttftFromIntendedMs: PERCENTILES,
  ttftMs: { ...PERCENTILES, p95: 29 },
  modes: {
    stream: figures({ e2eFromIntendedMs: { ...PERCENTILES, p50: 99 } }),
    replay: figures({ e2eFromIntendedMs: { ...PERCENTILES, p50: 3 } }),
  },
});
const LOAD: LoadReport = {
  ...load({}),
  operations: { chat: CHAT, images: figures({ throughput: 5, goodput: 4 }) },
};

test.each([
  ['chat ttft p95 < 1ms', 30],
  ['chat ttft max < 1ms', 50],
  ['chat stream e2e p50 < 1ms', 99],
  ['chat replay p50 < 1ms', 3],
  ['images replay p50 < 1ms', undefined],
  ['chat errors < 1%', 0.04],
  ['all errors < 1%', 0.03],
  ['all throughput > 1/s', 15],
  ['chat goodput > 1/s', 9],
  ['chat ttft p97 < 1ms', undefined],
  ['chat slow e2e p50 < 1ms', undefined],
  ['responses e2e p50 < 1ms', undefined],
  ['all ttft p95 < 1ms', undefined],
  ['findings < 1', undefined],
])('figure of a baseline: that of %s is %s', (text, figure) => {
  expect(baselineFigure(LOAD)(parseObjective(text))).toBe(figure);
});

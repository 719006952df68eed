import { expect, test } from 'vitest';
import { parseObjective } from '../../src/measure/objective.ts';

test.each([
  ['chat ttft p95 < 800ms', { operation: 'chat', metric: 'ttft', percent: 95, boundMs: 800 }],
  ['all e2e max < 2s', { operation: 'all', metric: 'e2e', percent: 100, boundMs: 2000 }],
  ['responses itl p99.9 <= 50ms', { metric: 'itl', percent: 99.9, boundMs: 50 }],
  ['all errors <= 1%', { kind: 'errors', operation: 'all', boundShare: 0.01 }],
])('objective: "%s" is understood', (text, objective) => {
  expect(parseObjective(text)).toMatchObject({ text, ...objective });
});

test.each([
  ['chat ttft', 'Objective is not understood: "chat ttft".'],
  ['chatt ttft p95 < 1s', 'Objective names an unknown operation: chatt. Did you mean chat?'],
  ['chat ttf p95 < 1s', 'Objective names an unknown metric: ttf. Did you mean ttft?'],
  ['chat ttft < 1s', 'Objective needs a percentile or max: "chat ttft < 1s".'],
  ['chat ttft p95 < 800', 'needs a number and a unit'],
  ['all errors < 1', 'Objective needs a share such as 1%'],
])('objective: "%s" is refused with a sentence', (text, message) => {
  expect(() => parseObjective(text)).toThrow(message);
});

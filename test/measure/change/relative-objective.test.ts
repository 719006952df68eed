import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/input/usage-error.ts';
import {
  readRelativeObjective,
  resolveObjective,
} from '../../../src/measure/change/relative-objective.ts';

describe('objective relative to a baseline', () => {
  test.each([
    ['chat ttft p95 <= 110% of baseline', 200, { kind: 'latency', limitMs: 220 }],
    ['chat stream e2e max < 150 % of baseline', 1000, { kind: 'latency', limitMs: 1500 }],
    ['all errors <= 200% of baseline', 0.01, { kind: 'share', limitShare: 0.02 }],
    ['chat goodput >= 90% of baseline', 20, { kind: 'rate', limitPerSecond: 18 }],
  ])('%s of %d has its limit, and keeps its text', (text, figure, limit) => {
    const relative = readRelativeObjective(text);
    if (relative === undefined) throw new Error('It is relative.');
    const { objective } = resolveObjective(relative, () => figure);
    expect(objective).toMatchObject({ ...limit, text });
  });

  test('an objective with a limit of its own is not relative', () => {
    expect(readRelativeObjective('chat ttft p95 < 800ms')).toBeUndefined();
  });

  test.each([
    ['chats ttft p95 <= 110% of baseline', 'Objective names an unknown operation: chats.'],
    [
      'chat ttft p0 <= 110% of baseline',
      'Objective needs a percentile or max: "chat ttft p0 <= 110% of baseline".',
    ],
    ['chat ttft p95 >= 110% of baseline', 'Objective needs < or <=:'],
    ['findings <= 110% of baseline', 'Findings are counted: set a number'],
  ])('%s is refused in its own words', (text, message) => {
    expect(() => readRelativeObjective(text)).toThrow(UsageError);
    expect(() => readRelativeObjective(text)).toThrow(message);
  });

  test('a baseline without the figure is refused', () => {
    const relative = readRelativeObjective('chat ttft p97 <= 110% of baseline');
    if (relative === undefined) throw new Error('It is relative.');
    expect(() => resolveObjective(relative, () => undefined)).toThrow(
      'The baseline of --against has no figure for this objective: "chat ttft p97 <= 110% of baseline".',
    );
  });
});

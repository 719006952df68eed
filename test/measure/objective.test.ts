import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/input/usage-error.ts';
import {
  readRelativeObjective,
  resolveObjective,
} from '../../src/measure/change/relative-objective.ts';
import { parseCondition, parseObjective } from '../../src/measure/objective.ts';

test.each([
  ['chat ttft p95 < 800ms', { operation: 'chat', metric: 'ttft', percent: 95, limitMs: 800 }],
  ['all e2e max < 2s', { operation: 'all', metric: 'e2e', percent: 100, limitMs: 2000 }],
  ['responses itl p99.9 <= 50ms', { metric: 'itl', percent: 99.9, limitMs: 50 }],
  ['all errors <= 1%', { kind: 'share', operation: 'all', comparator: '<=', limitShare: 0.01 }],
  ['errors<1%', { metric: 'errors', operation: 'all', comparator: '<', limitShare: 0.01 }],
  ['throttled <= 5%', { kind: 'share', metric: 'throttled', limitShare: 0.05 }],
  ['chat stream ttft p95 < 1s', { operation: 'chat', mode: 'stream', metric: 'ttft' }],
  ['all body e2e p99 < 1s', { operation: 'all', mode: 'body' }],
  ['throughput >= 20/s', { kind: 'rate', metric: 'throughput', limitPerSecond: 20 }],
  ['chat goodput > 60/min', { operation: 'chat', comparator: '>', limitPerSecond: 1 }],
  ['tokens >= 1000/s', { metric: 'tokens', limitPerSecond: 1000 }],
  ['chat replay p95 < 20ms', { operation: 'chat', metric: 'replay', percent: 95, limitMs: 20 }],
  ['chat call ttft p95 < 1s', { operation: 'chat', mode: 'call', metric: 'ttft' }],
  ['chat args p95 < 2s', { operation: 'chat', metric: 'args', percent: 95, limitMs: 2000 }],
  ['findings <= 0', { kind: 'findings', operation: 'all', limitCount: 0 }],
  ['chat findings must <= 0', { operation: 'chat', level: 'must', limitCount: 0 }],
])('objective: "%s" is understood', (text, objective) => {
  expect(parseObjective(text)).toMatchObject({ text, ...objective });
});

test.each([
  ['CHAT ttft p95 < 1s', 'unknown operation: CHAT. Known operations: chat, responses, images,'],
  ['chat xyzzy p95 < 1s', 'unknown metric: xyzzy. Known metrics: ttft, itl, tpot, e2e,'],
  [
    'images ttft p95 < 1s',
    'Objective can never be measured: images ttft p95 < 1s. images has no stream. Use e2e, without stream.',
  ],
  ['video-read stream e2e p95 < 1s', 'video-read has no stream.'],
  ['chat stream replay p95 < 1s', 'Replays are not divided by mode. Remove stream.'],
  ['chat body itl p95 < 1s', 'A body has no tokens. Use stream, or e2e.'],
  ['chat body args p95 < 1s', 'A body has no tokens. Use stream, or e2e.'],
  [
    'chat stream args p95 < 1s',
    'Only a stream with a call has arguments. Use call instead of stream.',
  ],
  ['images call e2e p95 < 1s', 'images has no stream.'],
  ['chat ttft', 'Objective is not understood: "chat ttft".'],
  [
    'body e2e p99 < 1s',
    'Objective names an unknown operation: body. Known operations: chat, responses, images,',
  ],
  ['chatt ttft p95 < 1s', 'Objective names an unknown operation: chatt. Did you mean chat?'],
  [
    'chat ttf p95 < 1s',
    'Objective names an unknown metric: ttf. Did you mean ttft? Known metrics: ttft, itl,',
  ],
  ['chat ttft < 1s', 'Objective needs a percentile or max: "chat ttft < 1s".'],
  ['chat ttft p0 < 1s', 'Objective needs a percentile or max'],
  ['chat ttft p95 p99 < 1s', 'Objective is not understood'],
  ['chat ttft p95 = 1s', 'Objective is not understood'],
  ['chat ttft p95 > 1s', 'Objective needs < or <=: "chat ttft p95 > 1s".'],
  ['throughput <= 20/s', 'Objective needs > or >=: "throughput <= 20/s".'],
  ['throughput >= 20', 'Objective needs a number above 0 and a unit, such as 50/s'],
  ['errors p95 < 1%', 'Objective needs only a limit after errors'],
  ['findings mus <= 0', 'Objective needs must, should, may or nothing before the limit'],
  ['findings <= 1%', 'Objective needs a whole number such as 0'],
  [
    'chat stream findings <= 0',
    'Objective needs no mode, because findings are counted by operation',
  ],
  ['chat ttft p95 < 800', 'needs a number and a unit'],
  ['all errors < 1', 'Objective needs a share such as 1%'],
])('objective: "%s" is refused with an explanation', (text, message) => {
  expect(() => parseObjective(text)).toThrow(message);
});

test.each([
  ['all errors > 20%', { comparator: '<=', limitShare: 0.2 }],
  ['chat ttft p95 >= 5s', { comparator: '<', limitMs: 5000 }],
  ['throughput < 1/s', { comparator: '>=', limitPerSecond: 1 }],
])('condition: "%s" is read as the objective that it contradicts', (text, objective) => {
  expect(parseCondition(text)).toMatchObject({ text, ...objective });
});

test.each([
  ['images ttft p95 > 5s', 'Condition can never be measured: images ttft p95 > 5s.'],
  ['all errors < 20%', 'Condition needs > or >=: "all errors < 20%".'],
  ['throughput > 1/s', 'Condition needs < or <=: "throughput > 1/s".'],
])('condition: "%s" is refused with an explanation', (text, message) => {
  expect(() => parseCondition(text)).toThrow(message);
});

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

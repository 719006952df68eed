import { expect, test } from 'vitest';
import { LoadMeasure } from '../../src/measure/load-measure.ts';
import { type RecentFigures, recentFigures } from '../../src/measure/recent-figures.ts';
import { exchange } from './exchange-builder.ts';

type Changes = NonNullable<Parameters<typeof exchange>[0]>;
type Timing = NonNullable<Changes['timing']>;

/** The figures at the end of the last of these seconds. */
function figuresAfter(...seconds: readonly (readonly Changes[])[]): readonly RecentFigures[] {
  const measure = new LoadMeasure([]);
  for (const [index, second] of seconds.entries()) {
    for (const { timing = {}, ...changes } of second) {
      measure.record(exchange({ ...changes, timing: later(timing, index * 1000) }));
    }
  }
  return recentFigures(measure.series, seconds.length);
}

function later(timing: Timing, ms: number): Timing {
  const { tokensMs, endMs = 100 } = timing;
  const times = { intendedMs: ms, sendMs: ms, endMs: endMs + ms };
  return { ...times, ...(tokensMs && { tokensMs: tokensMs.map((at) => at + ms) }) };
}

const slow: Changes = { timing: { endMs: 900, tokensMs: [800, 900] } };
const quick: Changes = { timing: { endMs: 90, tokensMs: [80, 90] } };

test('recent: what is older than five seconds is forgotten', () => {
  const [chat] = figuresAfter([slow, slow], [], [quick], [], [], [quick]);
  expect(chat?.ttftP95Ms).toBeCloseTo(80, 0);
  expect(chat?.e2eP95Ms).toBeCloseTo(90, 0);
  expect(chat?.throughput).toBeCloseTo(2 / 5, 5);
});

test('recent: throughput in the first seconds counts per elapsed time', () => {
  expect(figuresAfter([quick, quick, quick])[0]?.throughput).toBeCloseTo(3, 5);
});

test('recent: errors are a share of what settled, 429s are counted separately', () => {
  const [chat] = figuresAfter([quick, { status: 500 }, { status: 429 }, { status: 429 }]);
  expect(chat).toMatchObject({ errorShare: 0.5, throttled: 2 });
});

test('recent: an operation that fell silent is still listed, without figures', () => {
  const silent = figuresAfter([{ operation: 'images' }], [], [], [], [], [], [quick]);
  expect(silent).toEqual([
    { operation: 'images', throughput: 0, errorShare: null, throttled: 0 },
    expect.objectContaining({ operation: 'chat', errorShare: 0 }),
  ]);
});

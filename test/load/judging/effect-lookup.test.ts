import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Series } from '../../../src/conformance/evidence.ts';
import { EffectLookup } from '../../../src/load/judging/effect-lookup.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Keys whose ledger answers only when it is let. */
function settled() {
  const asked: (readonly string[])[] = [];
  const answers: ((effects: ReadonlyMap<string, number>) => void)[] = [];
  const judged: Series[] = [];
  const keys = new EffectLookup(
    {
      effectsOf(labels) {
        asked.push(labels);
        return new Promise((resolve) => answers.push(resolve));
      },
    },
    (series) => judged.push(series),
  );
  const add = (label: string) => keys.add({ label, exchanges: [] });
  return { keys, asked, answers, judged, add };
}

test('settled keys: a ledger that does not answer is asked no second question meanwhile', async () => {
  const { keys, asked, answers, judged, add } = settled();
  for (const label of ['a', 'b', 'c']) {
    add(label);
    await vi.advanceTimersByTimeAsync(5000);
  }
  expect(asked).toEqual([['a']]);
  answers[0]?.(new Map([['a', 1]]));
  await vi.advanceTimersByTimeAsync(250);
  expect(asked).toEqual([['a'], ['b', 'c']]);
  answers[1]?.(new Map());
  await keys.finish(true);
  expect(judged.map(({ label, effects }) => [label, effects])).toEqual([
    ['a', 1],
    ['b', undefined],
    ['c', undefined],
  ]);
});

test('settled keys: a target that is gone is asked nothing more, and all keys are judged', async () => {
  const { keys, asked, judged, add } = settled();
  add('a');
  add('b');
  await keys.finish(false);
  expect(asked).toEqual([]);
  expect(judged.map(({ label }) => label)).toEqual(['a', 'b']);
});

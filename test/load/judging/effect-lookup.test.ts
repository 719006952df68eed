import { expect, onTestFinished, test, vi } from 'vitest';
import { EffectLookup } from '../../../src/load/judging/key-ledger.ts';

/** A lookup whose ledger answers only when the test lets it, and the groups that it passed on. */
function lookup() {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const questions: (readonly string[])[] = [];
  const answers: ((effects: ReadonlyMap<string, number>) => void)[] = [];
  const judged: unknown[] = [];
  const keys = new EffectLookup(
    {
      effectsOf(labels) {
        questions.push(labels);
        return new Promise((resolve) => answers.push(resolve));
      },
    },
    (piece) => judged.push('group' in piece && piece.group.series),
  );
  const add = (label: string) =>
    keys.holds({ group: { kind: 'key', series: { label, exchanges: [] } } });
  return { keys, questions, answers, judged, add };
}

const DURING = { isThere: true, hasLedger: true, isWhole: true };

test('effect lookup: a slow ledger gets the next question once it has answered', async () => {
  const { keys, questions, answers, judged, add } = lookup();
  expect(add('a')).toBe(true);
  await vi.advanceTimersByTimeAsync(300);
  add('b');
  add('c');
  await vi.advanceTimersByTimeAsync(1000);
  expect(questions).toEqual([['a']]);
  const ended = keys.end(DURING);
  answers[0]?.(new Map([['a', 1]]));
  await vi.advanceTimersByTimeAsync(0);
  expect(judged).toEqual([{ label: 'a', exchanges: [], effects: 1 }]);
  expect(questions).toEqual([['a'], ['b', 'c']]);
  answers[1]?.(new Map());
  await ended;
  expect(judged.slice(1)).toEqual([
    { label: 'b', exchanges: [] },
    { label: 'c', exchanges: [] },
  ]);
});

test('effect lookup: a target that is gone receives no question, and its keys are judged without effects', async () => {
  const { keys, questions, judged, add } = lookup();
  add('a');
  add('b');
  await keys.end({ ...DURING, hasLedger: false });
  expect(judged).toMatchObject([{ label: 'a' }, { label: 'b' }]);
  expect(questions).toEqual([]);
});

test('effect lookup: groups of jobs pass, and of more than 5000 keys the first is judged without effects', () => {
  const { keys, judged, add } = lookup();
  expect(keys.holds({ group: { kind: 'job', series: { label: 'j', exchanges: [] } } })).toBe(false);
  for (let key = 0; key < 5001; key += 1) add(`${key}`);
  expect(judged).toMatchObject([{ label: '0' }]);
});

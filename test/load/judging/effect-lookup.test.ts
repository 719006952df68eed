import { expect, test } from 'vitest';
import { EffectLookup } from '../../../src/load/judging/effect-lookup.ts';

/** A lookup whose ledger answers only when the test lets it. */
function lookup() {
  const questions: (readonly string[])[] = [];
  const answers: ((effects: ReadonlyMap<string, number>) => void)[] = [];
  const keys = new EffectLookup({
    effectsOf(labels) {
      questions.push(labels);
      return new Promise((resolve) => answers.push(resolve));
    },
  });
  const add = (label: string) => keys.add({ label, exchanges: [] });
  return { keys, questions, answers, add };
}

const settled = () => new Promise(setImmediate);

test('effect lookup: a slow ledger gets the next question once it has answered', async () => {
  const { keys, questions, answers, add } = lookup();
  add('a');
  const first = keys.next();
  await settled();
  add('b');
  add('c');
  const second = keys.next();
  await settled();
  expect(keys.isAsking).toBe(true);
  expect(questions).toEqual([['a']]);
  answers[0]?.(new Map([['a', 1]]));
  expect(await first).toEqual([{ label: 'a', exchanges: [], effects: 1 }]);
  await settled();
  expect(questions).toEqual([['a'], ['b', 'c']]);
  answers[1]?.(new Map());
  expect(await second).toEqual([
    { label: 'b', exchanges: [] },
    { label: 'c', exchanges: [] },
  ]);
  expect(keys.isAsking).toBe(false);
  expect(keys.isEmpty).toBe(true);
});

test('effect lookup: a target that is gone receives no question, and its keys are given up', () => {
  const { keys, questions, add } = lookup();
  add('a');
  add('b');
  expect(keys.giveUp().map(({ label }) => label)).toEqual(['a', 'b']);
  expect(keys.isEmpty).toBe(true);
  expect(questions).toEqual([]);
});

test('effect lookup: without a ledger no key waits, and with one at most 5000 keys wait', () => {
  expect(new EffectLookup(undefined).add({ label: 'a', exchanges: [] })).toBe(false);
  const { add } = lookup();
  const waits = Array.from({ length: 5001 }, (_, at) => add(`${at}`));
  expect(waits.slice(-2)).toEqual([true, false]);
});

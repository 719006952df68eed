import { expect, test } from 'vitest';
import { resultsOf } from '../../../src/conformance/findings/idempotent-results.ts';
import {
  isSameResult,
  raceObservations,
} from '../../../src/conformance/observations/retry-observations.ts';
import { completion } from '../rules/chat/completions.ts';
import { answer, series } from '../rules/exchanges.ts';

const chat = (id: string | undefined) => answer(completion({ id }));

test.each([
  ['one id, one effect', ['a', 'a'], 1, 'the result of the first'],
  ['two ids', ['a', 'b'], undefined, 'a separate result'],
  ['no ids, one effect', [undefined, undefined], 1, 'the result of the first'],
  ['no ids, an effect each', [undefined, undefined], 2, 'a separate result'],
  ['no ids, no count of effects', [undefined, undefined], undefined, 'an equal result'],
])('concurrent equal requests: %s', (_, ids, effects, words) => {
  const race = series(ids.map(chat), effects === undefined ? {} : { effects });
  expect(raceObservations(race).map(({ value }) => value)).toEqual([words]);
});

test('concurrent equal requests: results without ids that differ are two', () => {
  const race = series([answer(completion({ id: undefined })), answer({ choices: [] })]);
  const [first, second] = resultsOf(race);
  expect(first && second && isSameResult(race, first, second)).toBe(false);
});

import { expect, test } from 'vitest';
import { BodyBudget, CutAnswers } from '../../../src/exchange/body-budget.ts';
import { Capture } from '../../../src/exchange/capture.ts';
import { withCutAnswers } from '../../../src/report/phrases/cut-answers-sentence.ts';
import { chat, testRun } from '../../exchange/outgoing-request.ts';

function noted(...sizes: readonly number[]): CutAnswers {
  const cut = new CutAnswers();
  for (const size of sizes) {
    const capture = new Capture(chat('http://127.0.0.1:1'), {
      ...testRun(),
      bodies: new BodyBudget(100 * 1024 * 1024),
    });
    capture.head(200, []);
    cut.note(capture.settle(capture.data(new Uint8Array(size)) ?? 'answered'));
  }
  return cut;
}

test('cut answers: the remark of a report counts them by the limit that they exceed', () => {
  const { byLimit } = noted(17 << 20, 10, 17 << 20);
  const load = new Map([['more than 32768 events', 1]]);
  expect(withCutAnswers('Not offered: images.', byLimit, load)).toBe(
    'Not offered: images. 3 answers cut and not judged: 2 × larger than 16 MiB, 1 × more than 32768 events (docs/settings.md#limits).',
  );
});

test('cut answers: a remark without any stays as it is', () => {
  expect(withCutAnswers(undefined, noted(10).byLimit, undefined)).toBeUndefined();
});

import { expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { LoadMeasure } from '../../src/measure/load-measure.ts';
import { exchange } from './exchange-builder.ts';

function unanswered(...exchanges: readonly Exchange[]) {
  const measure = new LoadMeasure([]);
  for (const each of exchanges) measure.record(each);
  return measure.unanswered.found;
}

function cut(endMs: number, wish: Parameters<typeof exchange>[0] = {}): Exchange {
  return exchange({ outcome: 'cut-by-end', ...wish, timing: { endMs, ...wish.timing } });
}

test('unanswered: counts requests that the end cut, with the shortest wait since their send', () => {
  const late = cut(9000, { timing: { sendMs: 3000 } });
  expect(unanswered(exchange(), cut(8000), late, exchange({ status: 500 }))).toEqual({
    requests: 2,
    started: 4,
    waitedMs: 6000,
  });
});

test('unanswered: none when every request ended, including those aborted on purpose', () => {
  const left = exchange({ outcome: 'aborted' });
  expect(unanswered(exchange(), left, exchange({ outcome: 'timed-out' }))).toMatchObject({
    requests: 0,
    started: 3,
  });
});

test('unanswered: a slow reader counts only when its answer never began', () => {
  const slow = { timing: { readBytesPerSecond: 1000 } };
  const { answer } = exchange();
  if (answer === undefined) throw new Error('No answer.');
  expect(unanswered({ ...cut(8000, slow), answer })).toMatchObject({ requests: 0, started: 1 });
  expect(unanswered(cut(8000, slow))).toMatchObject({ requests: 1, started: 1 });
});

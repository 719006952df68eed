import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { seriesRecord } from '../../../src/report/assemble/evidence-record.ts';
import { exchange } from '../../measure/exchange-builder.ts';

/** An exchange of 100 ms with an idempotency key, answered with the id of a video. */
function sent(id: number, sendMs: number, video: string): Exchange {
  const whole = exchange({ timing: { sendMs, endMs: sendMs + 100 } });
  const body = Buffer.from(`{"object":"video","id":"${video}"}`);
  const answer = { status: 200, headers: [], sizeBytes: body.length, reads: [], body };
  const request = { ...whole.request, headers: [['idempotency-key', 'k1']] as const };
  return { ...whole, id, request, answer };
}

test('series of a finding: requests in the order sent, with times since the first', () => {
  const [first, second] = [sent(4, 1000, 'v1'), sent(5, 1010.5, 'v2')];
  expect(seriesRecord(second, [second, first])).toEqual([
    {
      exchange: 4,
      attempt: 1,
      method: 'POST',
      path: '/chat/completions',
      key: 'k1',
      startMs: 0,
      endMs: 100,
      outcome: 'answered',
      status: 200,
      id: 'v1',
    },
    expect.objectContaining({ exchange: 5, startMs: 10.5, endMs: 110.5, id: 'v2' }),
  ]);
});

test('series of a finding: a single request has none', () => {
  expect(seriesRecord(sent(1, 0, 'v'), [sent(1, 0, 'v')])).toBeUndefined();
  expect(seriesRecord(sent(1, 0, 'v'))).toBeUndefined();
});

test.each([1, 50, 100])(
  'series of a finding: 24 of 100 requests are shown, and number %d with the finding is among them',
  (number) => {
    const all = Array.from({ length: 100 }, (_, at) => sent(at + 1, at, 'v'));
    const shown = seriesRecord(all[number - 1], all)?.map((entry) => entry.exchange);
    expect(shown).toHaveLength(24);
    expect(shown).toContain(number);
  },
);

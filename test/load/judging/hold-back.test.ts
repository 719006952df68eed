import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { HoldBack } from '../../../src/load/judging/hold-back.ts';
import type { Judgeable } from '../../../src/load/judging/waiting.ts';
import { exchange } from '../../measure/exchange-builder.ts';

const whole = (sendMs: number, endMs: number) => exchange({ timing: { sendMs, endMs } });
const refused = (sendMs: number) =>
  exchange({ outcome: 'refused', timing: { sendMs, endMs: sendMs + 1 } });

/** An answer with a status line and part of a body. */
function cut(sendMs: number, endMs: number, body?: Uint8Array): Exchange {
  const { answer } = whole(sendMs, endMs);
  const cutExchange = exchange({ outcome: 'truncated', timing: { sendMs, endMs } });
  return { ...cutExchange, ...(answer && { answer: { ...answer, ...(body && { body }) } }) };
}

const endOf = (judgeable: Judgeable) =>
  'exchange' in judgeable ? judgeable.exchange.timing.endMs : undefined;

/** Which of the exchanges is judged, by the time of its end. */
function judge(...exchanges: readonly Exchange[]) {
  const judged: (number | undefined)[] = [];
  const holdBack = new HoldBack((piece) => judged.push(endOf(piece)));
  for (const each of exchanges) {
    holdBack.note(each);
    if (!holdBack.holds({ exchange: each })) judged.push(each.timing.endMs);
  }
  const finish = (isThere: boolean) => {
    holdBack.end({ isThere, hasLedger: true, isWhole: true });
    return holdBack.lost;
  };
  return { finish, judged };
}

test('hold back: an answer is judged as soon as a later request is answered', () => {
  const { finish, judged } = judge(whole(0, 10), cut(0, 20), whole(5, 30), whole(21, 40));
  expect(judged).toEqual([10, 30, 20, 40]);
  expect(finish(false)).toEqual({ exchanges: 0, groups: 0 });
});

test('hold back: an answer that comes after the answer to a later request is judged at once', () => {
  const { judged } = judge(whole(21, 40), cut(0, 20));
  expect(judged).toEqual([40, 20]);
});

test('hold back: broken answers without a later answer are not judged when the target is gone', () => {
  const { finish, judged } = judge(whole(0, 10), cut(0, 20), cut(5, 20), refused(25));
  expect(judged).toEqual([10, 26]);
  expect(finish(false)).toEqual({ exchanges: 2, groups: 0 });
  expect(judged).toEqual([10, 26]);
});

test('hold back: broken answers without a later answer are judged when the target is still there', () => {
  const { finish, judged } = judge(whole(0, 10), cut(0, 20));
  expect(finish(true)).toEqual({ exchanges: 0, groups: 0 });
  expect(judged).toEqual([10, 20]);
});

test('hold back: a group waits for an answer to a request sent after its break', () => {
  const judged: string[] = [];
  const holdBack = new HoldBack((piece) => {
    if ('group' in piece) judged.push(piece.group.series.label);
  });
  const add = (label: string, exchanges: readonly Exchange[]) => {
    for (const each of exchanges) holdBack.note(each);
    const group = { kind: 'key', series: { label, exchanges } } as const;
    if (!holdBack.holds({ group })) judged.push(label);
  };
  add('whole', [whole(0, 10)]);
  add('retried', [cut(0, 20), whole(25, 30)]);
  add('held', [whole(20, 30), refused(40)]);
  expect(judged).toEqual(['whole', 'retried']);
  add('never answered', [refused(45), refused(50)]);
  expect(judged).toEqual(['whole', 'retried', 'never answered']);
  holdBack.end({ isThere: false, hasLedger: false, isWhole: true });
  expect(judged).toHaveLength(3);
  expect(holdBack.lost).toEqual({ exchanges: 0, groups: 1 });
});

test('hold back: bodies above 16 MiB are discarded and counted', () => {
  const body = new Uint8Array(10 * 1024 * 1024);
  const large = (endMs: number) => cut(0, endMs, body);
  const { finish, judged } = judge(large(10), large(20));
  expect(finish(true)).toEqual({ exchanges: 1, groups: 0 });
  expect(judged).toEqual([20]);
});

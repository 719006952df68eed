import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { TargetLiveness } from '../../../src/load/judging/target-liveness.ts';
import { exchange } from '../../measure/exchange-builder.ts';

const answered = (sendMs: number, endMs: number) => exchange({ timing: { sendMs, endMs } });
const timedOut = (sendMs: number, endMs: number) =>
  exchange({ outcome: 'timed-out', timing: { sendMs, endMs } });
const six = (sendMs: number, endMs: number) =>
  Array.from({ length: 6 }, () => timedOut(sendMs, endMs));

/** A stream whose last piece came so long after its send, and whose end never came. */
function begun(sendMs: number, lastReadMs: number, endMs: number): Exchange {
  const { answer } = answered(sendMs, endMs);
  const reads = [{ endOffset: 1, atMs: lastReadMs }];
  return { ...timedOut(sendMs, endMs), ...(answer && { answer: { ...answer, reads } }) };
}

function told(...comes: readonly Exchange[]): TargetLiveness {
  const sign = new TargetLiveness();
  for (const each of comes) sign.note(each);
  return sign;
}

test('last sign: a silence longer than any answer took is a target that stopped, since its last byte', () => {
  const sign = told(answered(0, 100), answered(900, 1000), ...six(1100, 6100));
  expect(sign.isUnresponsive).toBe(true);
  expect(sign.loss).toEqual({ afterMs: 1000, forMs: 5100, unanswered: 6 });
});

test('last sign: a piece of a stream that broke off later is the last byte', () => {
  const sign = told(answered(0, 100), ...six(1100, 6100), begun(1200, 300, 6200));
  expect(sign.loss).toEqual({ afterMs: 1500, forMs: 4700, unanswered: 7 });
});

test('last sign: answers that come late are signs of life, however many time out', () => {
  const sign = told(...six(0, 5000), answered(200, 5100), ...six(300, 5300), answered(1000, 5900));
  expect(sign.isUnresponsive).toBe(false);
  expect(sign.isUnresponsiveAfter(3000)).toBe(false);
});

test('last sign: a silence no longer than an answer took before is a gateway that is slow', () => {
  const sign = told(answered(0, 8000), ...six(8100, 13_100));
  expect(sign.isUnresponsive).toBe(false);
  expect(sign.isUnresponsiveAfter(2000)).toBe(false);
  expect(sign.isUnresponsiveAfter(3000)).toBe(true);
});

test('last sign: while the load goes on, a silence longer than any answer is told', () => {
  expect(told(answered(0, 100)).silentMsAt(2500)).toBeUndefined();
  expect(told(answered(0, 100)).silentMsAt(5100)).toBe(5000);
  expect(told(answered(0, 100), answered(100, 9000)).silentMsAt(14_000)).toBeUndefined();
  expect(told().silentMsAt(9000)).toBeUndefined();
});

test('last sign: what a slow reader takes its time for came long before', () => {
  const { answer } = answered(0, 1);
  const timing = { intendedMs: 0, sendMs: 0, firstByteMs: 20, readBytesPerSecond: 100 };
  const slow = { ...exchange({ timing: { ...timing, endMs: 9000 } }), ...(answer && { answer }) };
  expect(told(answered(0, 1000), ...six(1100, 6100), slow).loss.afterMs).toBe(1000);
});

test('last sign: less than five seconds of silence, or fewer than five sends, tell nothing', () => {
  expect(told(answered(0, 100), ...six(200, 5000)).isUnresponsive).toBe(false);
  expect(told(answered(0, 100), timedOut(200, 6200)).isUnresponsive).toBe(false);
  expect(told(answered(0, 100)).isUnresponsiveAfter(10_000)).toBe(false);
});

test('last sign: what was in flight at the last byte may be slow, unless more was sent since', () => {
  expect(told(answered(0, 100), ...six(50, 6000)).isUnresponsive).toBe(false);
  expect(told(answered(0, 100), ...six(150, 6000)).isUnresponsive).toBe(true);
});

test('last sign: a target that never answered is silent only to who looks for it', () => {
  const sign = told(...six(500, 5500));
  expect(sign.isUnresponsive).toBe(false);
  expect(sign.isUnresponsiveAfter(3000)).toBe(true);
  expect(sign.loss).toEqual({ forMs: 5000, unanswered: 6 });
});

import { expect, test, vi } from 'vitest';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { TargetLiveness } from '../../../src/load/judging/target-liveness.ts';
import { exchange } from '../../measure/exchange-builder.ts';

const answered = (sendMs: number, endMs: number) => exchange({ timing: { sendMs, endMs } });
const timedOut = (sendMs: number, endMs: number) =>
  exchange({ outcome: 'timed-out', timing: { sendMs, endMs } });
const six = (sendMs: number, endMs: number) =>
  Array.from({ length: 6 }, () => timedOut(sendMs, endMs));

/** A stream whose last piece came `lastReadMs` after its send, and whose end never came. */
function begun(sendMs: number, lastReadMs: number, endMs: number): Exchange {
  const { answer } = answered(sendMs, endMs);
  const reads = [{ endOffset: 1, atMs: lastReadMs }];
  return { ...timedOut(sendMs, endMs), ...(answer && { answer: { ...answer, reads } }) };
}

const IN_FLIGHT = 7;

function after(...exchanges: readonly Exchange[]): TargetLiveness {
  const liveness = new TargetLiveness(IN_FLIGHT);
  for (const each of exchanges) liveness.note(each);
  return liveness;
}

test('liveness: a target that is silent for longer than any answer took is unresponsive since its last byte', () => {
  const liveness = after(answered(0, 100), answered(900, 1000), ...six(1100, 6100));
  expect(liveness.isUnresponsive).toBe(true);
  expect(liveness.loss).toEqual({ afterMs: 1000, forMs: 5100, unanswered: 6 });
});

test('liveness: a piece of a stream that broke off later counts as the last byte', () => {
  const liveness = after(answered(0, 100), ...six(1100, 6100), begun(1200, 300, 6200));
  expect(liveness.loss).toEqual({ afterMs: 1500, forMs: 4700, unanswered: 7 });
});

test('liveness: a target that answers late is responsive, however many requests time out', () => {
  const liveness = after(
    ...six(0, 5000),
    answered(200, 5100),
    ...six(300, 5300),
    answered(1000, 5900),
  );
  expect(liveness.isUnresponsive).toBe(false);
});

test('liveness: a target that is silent for no longer than an earlier answer took is slow', () => {
  const liveness = after(answered(0, 8000), ...six(8100, 13_100));
  expect(liveness.isUnresponsive).toBe(false);
});

test('liveness: a silence longer than any answer is reported during the load', () => {
  expect(after(answered(0, 100)).silentMsAt(2500)).toBeUndefined();
  expect(after(answered(0, 100)).silentMsAt(5100)).toBe(5000);
  expect(after(answered(0, 100), answered(100, 9000)).silentMsAt(14_000)).toBeUndefined();
  expect(after().silentMsAt(9000)).toBeUndefined();
});

test('liveness: the time that a slow reader takes is not time of the target', () => {
  const { answer } = answered(0, 1);
  const timing = { intendedMs: 0, sendMs: 0, firstByteMs: 20, readBytesPerSecond: 100 };
  const slow = { ...exchange({ timing: { ...timing, endMs: 9000 } }), ...(answer && { answer }) };
  expect(after(answered(0, 1000), ...six(1100, 6100), slow).loss.afterMs).toBe(1000);
});

test('liveness: less than five seconds of silence, or fewer than five requests, are not enough for a verdict', () => {
  expect(after(answered(0, 100), ...six(200, 5000)).isUnresponsive).toBe(false);
  expect(after(answered(0, 100), timedOut(200, 6200)).isUnresponsive).toBe(false);
});

test('liveness: requests in flight at the last byte may be slow, requests sent later show silence', () => {
  expect(after(answered(0, 100), ...six(50, 6000)).isUnresponsive).toBe(false);
  expect(after(answered(0, 100), ...six(150, 6000)).isUnresponsive).toBe(true);
});

test('liveness: when all requests in flight wait for it, none can be sent later, and the target is unresponsive', () => {
  const all = [...six(50, 6000), timedOut(50, 6000)];
  expect(after(answered(0, 100), ...all).isUnresponsive).toBe(true);
  expect(after(answered(0, 100), ...all, answered(50, 6100)).isUnresponsive).toBe(false);
});

test('liveness: fewer than five requests are not enough for a verdict, even if no more may be in flight', () => {
  const liveness = new TargetLiveness(1);
  for (const each of [answered(0, 100), timedOut(50, 6000)]) liveness.note(each);
  expect(liveness.isUnresponsive).toBe(false);
});

test('liveness: a target that never answered is lost only after a probe without an answer', async () => {
  const liveness = after(...six(500, 5500));
  expect(liveness.isUnresponsive).toBe(false);
  expect(await liveness.check(undefined, true)).toEqual({ isThere: true });
  expect(await liveness.check(async () => 'alive', true)).toEqual({ isThere: true });
  const targetLoss = { forMs: 5000, unanswered: 6 };
  expect(await liveness.check(async () => 'silent', true)).toEqual({ isThere: false, targetLoss });
});

test('liveness: five connections refused in a row, to the end, mean that the target is gone', () => {
  const refused = (sendMs: number) =>
    exchange({ outcome: 'refused', timing: { sendMs, endMs: sendMs + 1 } });
  const four = [25, 26, 27, 28].map(refused);
  expect(after(answered(0, 10), ...four).isGone).toBe(false);
  expect(after(answered(0, 10), ...four, refused(29)).isGone).toBe(true);
  expect(after(...four, refused(29), answered(30, 40)).isGone).toBe(false);
});

test('liveness: what broke off is the doing of a target that answers a later request, or a probe', async () => {
  const reset = exchange({ outcome: 'reset', timing: { sendMs: 0, endMs: 20 } });
  const broken = after(answered(0, 10), reset, answered(5, 30));
  expect(await broken.check(async () => 'alive', true)).toEqual({ isThere: true });
  expect(await broken.check(async () => 'refused', true)).toMatchObject({ isThere: false });
  const refuse = vi.fn(async () => 'refused' as const);
  expect(await after(reset, answered(21, 40)).check(refuse, true)).toEqual({ isThere: true });
  expect(refuse).not.toHaveBeenCalled();
});

test('liveness: where it cannot be probed, what broke off counts unless the end is missing or a refusal', async () => {
  const reset = exchange({ outcome: 'reset', timing: { sendMs: 0, endMs: 20 } });
  const refused = exchange({ outcome: 'refused', timing: { sendMs: 25, endMs: 26 } });
  expect(await after(reset).check(undefined, true)).toEqual({ isThere: true });
  expect(await after(reset).check(undefined, false)).toEqual({ isThere: false });
  expect(await after(reset, refused).check(undefined, true)).toEqual({ isThere: false });
});

import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { HoldBack } from '../../../src/load/judging/hold-back.ts';
import { exchange } from '../../measure/exchange-builder.ts';

const whole = (sendMs: number, endMs: number) => exchange({ timing: { sendMs, endMs } });
const refused = (sendMs: number) =>
  exchange({ outcome: 'refused', timing: { sendMs, endMs: sendMs + 1 } });

/** With a status line, and part of a body. */
function cut(sendMs: number, endMs: number, body?: Uint8Array): Exchange {
  const { answer } = whole(sendMs, endMs);
  const cutExchange = exchange({ outcome: 'truncated', timing: { sendMs, endMs } });
  return { ...cutExchange, ...(answer && { answer: { ...answer, ...(body && { body }) } }) };
}

/** What comes, in this order, and which of it is judged, by the time of its end. */
function judge(...comes: readonly Exchange[]) {
  const broken = new HoldBack();
  const judged: number[] = [];
  for (const each of comes) {
    broken.note(each);
    broken.exchange(each, () => judged.push(each.timing.endMs));
  }
  return { broken, judged };
}

test('broken off: an answer is judged as soon as something sent later is answered', () => {
  const { broken, judged } = judge(whole(0, 10), cut(0, 20), whole(5, 30), whole(21, 40));
  expect(judged).toEqual([10, 30, 20, 40]);
  expect(broken.isUnanswered).toBe(false);
  expect(broken.finish(false)).toEqual({ exchanges: 0, groups: 0 });
});

test('broken off: an answer that comes after one that was sent later is judged at once', () => {
  const { judged } = judge(whole(21, 40), cut(0, 20));
  expect(judged).toEqual([40, 20]);
});

test('broken off: what nothing answers any more is not judged when the target is gone', () => {
  const { broken, judged } = judge(whole(0, 10), cut(0, 20), cut(5, 20), refused(25));
  expect(judged).toEqual([10, 26]);
  expect(broken.isUnanswered).toBe(true);
  expect(broken.finish(false)).toEqual({ exchanges: 2, groups: 0 });
  expect(judged).toEqual([10, 26]);
});

test('broken off: what nothing answers any more is judged when the target is there all the same', () => {
  const { broken, judged } = judge(whole(0, 10), cut(0, 20));
  expect(broken.finish(true)).toEqual({ exchanges: 0, groups: 0 });
  expect(judged).toEqual([10, 20]);
});

test('broken off: five sends refused in a row, to the end, are a target that is gone', () => {
  const sends = [25, 26, 27, 28].map(refused);
  expect(judge(whole(0, 10), ...sends).broken.isRefusing).toBe(false);
  expect(judge(whole(0, 10), ...sends, refused(29)).broken.isRefusing).toBe(true);
  expect(judge(...sends, refused(29), whole(30, 40)).broken.isRefusing).toBe(false);
  expect(judge(...sends).broken.seemsThere).toBe(false);
  expect(judge(...sends, whole(30, 40)).broken.seemsThere).toBe(true);
});

test('broken off: a group waits for an answer to what was sent after its break', () => {
  const broken = new HoldBack();
  const judged: string[] = [];
  const add = (label: string, exchanges: readonly Exchange[]) => {
    for (const each of exchanges) broken.note(each);
    broken.group({ label, exchanges }, () => judged.push(label));
  };
  add('whole', [whole(0, 10)]);
  add('retried', [cut(0, 20), whole(25, 30)]);
  add('held', [whole(20, 30), refused(40)]);
  expect(judged).toEqual(['whole', 'retried']);
  add('never answered', [refused(45), refused(50)]);
  expect(judged).toEqual(['whole', 'retried', 'never answered']);
  expect(broken.finish(false)).toEqual({ exchanges: 0, groups: 1 });
});

test('broken off: bodies beyond 64 MiB are not held, and those let go are counted', () => {
  const body = new Uint8Array(40 * 1024 * 1024);
  const large = (endMs: number) => cut(0, endMs, body);
  const { broken, judged } = judge(large(10), large(20));
  expect(broken.finish(true)).toEqual({ exchanges: 1, groups: 0 });
  expect(judged).toEqual([20]);
});

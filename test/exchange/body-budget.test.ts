import { expect, test } from 'vitest';
import { BodyBudget } from '../../src/exchange/body-budget.ts';
import { Capture } from '../../src/exchange/capture.ts';
import { LIMITS } from '../../src/input/limits.ts';
import { chat, testRun } from './outgoing-request.ts';

const MIB = 1024 * 1024;

test('body budget: a body that does not fit is refused until another body is released', () => {
  const budget = new BodyBudget(100);
  const body = new Uint8Array(60);
  expect([budget.take(60), budget.take(60)]).toEqual([true, false]);
  budget.hold(body, 60);
  budget.release(body);
  budget.release(body);
  expect([budget.take(100), budget.take(1)]).toEqual([true, false]);
});

test('body budget: a further probe waits until half of the memory is free', async () => {
  const budget = new BodyBudget(100);
  budget.take(60);
  const soon = new Promise((resolve) => setImmediate(() => resolve('still waiting')));
  const room = budget.room();
  expect(await Promise.race([room, soon])).toBe('still waiting');
  budget.give(10);
  expect(await room).toBeUndefined();
});

test('capture: answers that do not fit in the memory of the run are cut, marked, and release theirs', () => {
  const run = { ...testRun(), bodies: new BodyBudget(3 * MIB) };
  const receive = () => {
    const capture = new Capture(chat('http://127.0.0.1:1'), run);
    capture.head(200, []);
    const ending = capture.data(new Uint8Array(2 * MIB));
    return capture.settle(ending ?? 'answered');
  };
  const [first, second] = [receive(), receive()];
  expect(first.outcome).toBe('answered');
  expect([second.outcome, second.failure]).toEqual([
    'oversize',
    `all bodies together larger than ${LIMITS.probeBodies.value / MIB} MiB`,
  ]);
  run.bodies.release(first.answer?.body);
  expect(receive().outcome).toBe('answered');
});

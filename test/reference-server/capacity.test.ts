import { expect, test } from 'vitest';
import { ClientDisconnect, ClientDisconnected } from '../../reference-server/http/disconnect.ts';
import { DEFAULTS } from '../../reference-server/settings.ts';
import { Capacity, type Slot } from '../../reference-server/state/capacity.ts';
import { PreciseTimer } from '../../reference-server/state/precise-timer.ts';

test('capacity: a waiting request starts exactly when the service time of another ends', async () => {
  const capacity = withSlots(2, 20);
  const taken = await Promise.all(
    Array.from({ length: 9 }, () => capacity.take(new ClientDisconnect())),
  );
  const ends = taken.map(({ endMs }) => endMs);
  const starts = taken.slice(2).map(({ startMs }) => startMs);
  expect(new Set(starts).size).toBe(7);
  expect(ends).toEqual(expect.arrayContaining(starts));
  for (const { startMs, endMs } of taken) expect(endMs).toBeCloseTo(startMs + 20, 6);
});

test('capacity: without a service time a slot is free when the work is finished', async () => {
  const capacity = withSlots(1, 0);
  const first = await capacity.take(new ClientDisconnect());
  const order: string[] = [];
  const second = take(capacity, () => order.push('second'));
  const third = take(capacity, () => order.push('third'));
  expect(capacity.inFlight).toBe(3);
  first.finish();
  (await second).finish();
  (await third).finish();
  expect(order).toEqual(['second', 'third']);
  expect(capacity.inFlight).toBe(0);
});

test('capacity: without slots no request waits', async () => {
  const capacity = withSlots(0, 0);
  const taken = await Promise.all(
    Array.from({ length: 50 }, () => capacity.take(new ClientDisconnect())),
  );
  expect(taken).toHaveLength(50);
});

test('capacity: a request that leaves the queue is not served, and the next one is', async () => {
  const capacity = withSlots(1, 0);
  const first = await capacity.take(new ClientDisconnect());
  const leaver = new ClientDisconnect();
  const left = capacity.take(leaver);
  const next = capacity.take(new ClientDisconnect());
  leaver.signal();
  await expect(left).rejects.toThrow(ClientDisconnected);
  first.abandon();
  expect((await next).startMs).toBeGreaterThan(0);
  expect(capacity.inFlight).toBe(1);
});

function withSlots(slots: number, serviceTimeMs: number): Capacity {
  return new Capacity({ ...DEFAULTS, slots, serviceTimeMs }, new PreciseTimer());
}

async function take(capacity: Capacity, taken: () => void): Promise<Slot> {
  const slot = await capacity.take(new ClientDisconnect());
  taken();
  return slot;
}

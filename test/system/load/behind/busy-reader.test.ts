import { expect, test } from 'vitest';
import { harvest } from '../load-run.ts';
import { largeAnswers } from './large-answers.ts';

const BUSY_MS = 4000;

test('busy reader: when frames of an engine are not read for long, the load ends but not the run', async () => {
  let isFirst = true;
  const { result, exchanges } = await harvest(
    { scenario: 'chat', arrivalRate: '100/s', duration: '60s' },
    { address: await largeAnswers(), keys: { first: 'ref_live_1' } },
    {
      patienceSeconds: 1,
      observer: {
        exchange() {
          if (!isFirst) return;
          isFirst = false;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
        },
      },
    },
  );
  expect(result.end).toMatchObject({ unread: true, cutShort: true });
  expect(result.end?.started).toBeLessThan(2000);
  expect(result.lost).toBe(0);
  expect(exchanges.length).toBeGreaterThan(0);
});

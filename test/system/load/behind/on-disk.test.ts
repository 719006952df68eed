import { expect, test } from 'vitest';
import { type Harvest, harvest } from '../load-run.ts';
import { largeAnswers } from './large-answers.ts';

/** More than the engine keeps in memory, in two seconds. */
const MANY = {
  scenario: 'chat',
  arrivalRate: '300/s',
  duration: '2s',
  // All arrivals can start, however busy the machine is.
  inFlight: 600,
};
const KEYS = { first: 'ref_live_1' };

/** Reads nothing for a time, first before the first exchange, then before each one. */
function slowReader(firstMs: number, eachMs = 0) {
  let isFirst = true;
  return {
    exchange() {
      const ms = isFirst ? firstMs : eachMs;
      isFirst = false;
      if (ms > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    },
  };
}

function withBody({ exchanges }: Harvest): number {
  return exchanges.filter(({ answer }) => answer?.body !== undefined).length;
}

test('unread exchanges: on disk, all of them wait for a reader that is slower than the load', async () => {
  const address = await largeAnswers();
  const observer = slowReader(4000);
  const { result, ...rest } = await harvest(
    MANY,
    { address, keys: KEYS },
    { observer, spoolsUnread: true },
  );
  expect(result).toMatchObject({ lost: 0, end: { started: 600, droppedBodies: 0 } });
  expect(withBody({ result, ...rest })).toBe(result.end?.exchanges);
});

test('unread exchanges: after an interruption, those that wait on disk are still read', async () => {
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(), 2500);
  const { result, exchanges } = await harvest(
    MANY,
    { address: await largeAnswers(), keys: KEYS },
    { observer: slowReader(0, 14), spoolsUnread: true, signal: stopping.signal },
  );
  expect(result).toMatchObject({ lost: 0, interrupted: true, end: { droppedBodies: 0 } });
  expect(exchanges).toHaveLength(result.end?.exchanges ?? 0);
});

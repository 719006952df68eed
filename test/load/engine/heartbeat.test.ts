import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchHeartbeat } from '../../../src/load/engine/heartbeat.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function watched(looks: number) {
  const speaker = { heardBytes: 0 };
  const told = vi.fn();
  const end = watchHeartbeat(speaker, looks, told);
  return { speaker, told, end };
}

test('silence: of one that has spoken is told once, after so many looks in vain', () => {
  const { speaker, told } = watched(3);
  speaker.heardBytes = 10;
  vi.advanceTimersByTime(3500);
  expect(told).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(told).toHaveBeenCalledTimes(1);
});

test('silence: is none while anything comes now and then', () => {
  const { speaker, told } = watched(3);
  for (let n = 0; n < 10; n++) {
    speaker.heardBytes += 1;
    vi.advanceTimersByTime(2500);
  }
  expect(told).not.toHaveBeenCalled();
});

test('silence: before the first word, and after the end of the watch, is not told', () => {
  const { speaker, told, end } = watched(3);
  vi.advanceTimersByTime(60_000);
  speaker.heardBytes = 1;
  vi.advanceTimersByTime(1000);
  end();
  vi.advanceTimersByTime(60_000);
  expect(told).not.toHaveBeenCalled();
});

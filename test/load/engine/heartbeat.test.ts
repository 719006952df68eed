import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchHeartbeat } from '../../../src/load/engine/run-engine.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function watched(checks: number) {
  const sender = { heardBytes: 0 };
  const onSilence = vi.fn();
  const end = watchHeartbeat(sender, checks, onSilence);
  return { sender, onSilence, end };
}

test('silence: a sender that falls silent is reported once, after the configured number of checks', () => {
  const { sender, onSilence } = watched(3);
  sender.heardBytes = 10;
  vi.advanceTimersByTime(3500);
  expect(onSilence).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(onSilence).toHaveBeenCalledTimes(1);
});

test('silence: a sender that sends something now and then is not reported', () => {
  const { sender, onSilence } = watched(3);
  for (let n = 0; n < 10; n++) {
    sender.heardBytes += 1;
    vi.advanceTimersByTime(2500);
  }
  expect(onSilence).not.toHaveBeenCalled();
});

test('silence: it is not reported before the first byte or after the end of the watch', () => {
  const { sender, onSilence, end } = watched(3);
  vi.advanceTimersByTime(60_000);
  sender.heardBytes = 1;
  vi.advanceTimersByTime(1000);
  end();
  vi.advanceTimersByTime(60_000);
  expect(onSilence).not.toHaveBeenCalled();
});

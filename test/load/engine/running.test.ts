import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EngineLog } from '../../../src/load/engine/log.ts';
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

/** The log after these entries, each a line. */
function logOf(...entries: readonly object[]): EngineLog {
  const log = new EngineLog();
  log.push(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  return log;
}

test('log: exceptions, crossed thresholds, failing outputs and printed lines are distinguished', () => {
  const log = logOf(
    { level: 'error', msg: 'Error: mine', source: 'stacktrace', scenario: 'chat' },
    { level: 'error', msg: 'context deadline', scenario: 'chat' },
    { level: 'error', msg: "thresholds on metrics 'gw_e2e' have been crossed" },
    { level: 'error', msg: 'Failed to send', error: 'refused', output: 'Prometheus remote write' },
    { level: 'warning', msg: 'The test run was short' },
    { level: 'error', msg: 'printed', source: 'console' },
    { level: 'warning', msg: 'printed too', source: 'console' },
    { level: 'info', msg: 'started' },
  );
  expect(log.thrown).toMatchObject({ count: 2, first: ['Error: mine', 'context deadline'] });
  expect(log.crossed.first).toEqual(["thresholds on metrics 'gw_e2e' have been crossed"]);
  expect(log.others.first).toEqual(['Failed to send: refused']);
  expect(log.warnings.first).toEqual(['The test run was short']);
});

test('log: the answer of a receiver cannot move the cursor or break a line', () => {
  const { others } = logOf({ level: 'error', msg: 'body: \u001b[2J\u009b1mno\r\nwhy' });
  expect(others.first).toEqual(['body: [2J 1mno why']);
});

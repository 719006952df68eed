import { expect, test } from 'vitest';
import { EngineLog } from '../../../src/load/engine/log.ts';

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

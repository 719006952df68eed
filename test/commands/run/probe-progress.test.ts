import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  FailedRules,
  ProbeProgress,
  probesLine,
} from '../../../src/commands/run/probe-progress.ts';
import { Progress } from '../../../src/commands/terminal/progress.ts';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { Screen } from '../../system/support/screen.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function ruleWith(id: string) {
  const found = CATALOGUE.find(({ rule }) => rule.id === id);
  if (found === undefined) throw new Error(`no rule ${id}`);
  return found.rule;
}

const FINDING = { finding: { expected: 'an integer', actual: 1.5 } };

test('probes: a required rule is reported when it fails, once, above the line of the probe that takes long', () => {
  const screen = new Screen(100, 24);
  const progress = new Progress(screen);
  const failed = new FailedRules(progress, {
    levelOf: (rule) => rule.level,
    isAccepted: () => false,
  });
  const shown = new ProbeProgress(progress, failed);
  const running = [{ name: 'races-for-one-key', sinceMs: performance.now() }];
  shown.onProgress({ done: 88, of: 98, running });
  expect(screen.lines).toEqual(['88/98 probes · races-for-one-key']);
  const rule = ruleWith('chat-created-integer');
  failed.onExample(rule, FINDING);
  failed.onExample(rule, FINDING);
  vi.advanceTimersByTime(12_000);
  expect(screen.lines).toEqual([
    '✗ chat-created-integer (other): 1.5, expected an integer',
    '88/98 probes · 1 rule failed · races-for-one-key (12 s)',
  ]);
  shown.end();
  vi.advanceTimersByTime(5000);
  expect(screen.lines.at(-1)).toContain('(12 s)');
});

test('probes: what the baseline accepts, and what is not required, is not reported', () => {
  const screen = new Screen(100, 24);
  const progress = new Progress(screen);
  const rule = ruleWith('chat-created-integer');
  for (const [level, isAccepted] of [
    ['must', true],
    ['should', false],
  ] as const) {
    const failed = new FailedRules(progress, {
      levelOf: () => level,
      isAccepted: () => isAccepted,
    });
    failed.onExample(rule, FINDING);
  }
  expect(screen.lines).toEqual(['']);
});

test('probes: once none runs the line has the count alone', () => {
  expect(probesLine({ done: 2, of: 2, running: [] })).toBe('2/2 probes');
});

import { describe, expect, test } from 'vitest';
import { breachesOf } from './breaches.ts';
import { type HostileRun, KEYS } from './run-hostile.ts';

/** A run that did nothing wrong. */
const GOOD: HostileRun = {
  name: 'tls-cut',
  command: 'conform',
  code: 2,
  seconds: 1,
  peak: { command: 'assay', mib: 100 },
  stdout: '',
  stderr: 'Target refused the connection: https://127.0.0.1:1.\n',
  files: new Map(),
  strayed: [],
  leftBehind: [],
};

describe('breaches', () => {
  test('breaches: a run that ends, names the fault and leaks nothing has none', () => {
    expect(breachesOf(GOOD)).toEqual([]);
  });

  test.each<[what: string, change: Partial<HostileRun>, breach: string]>([
    ['a run that did not end', { code: null }, 'it did not end'],
    ['a run of two minutes', { seconds: 120 }, 'it took 120 s'],
    ['exit code 0', { code: 0 }, 'exit code 0'],
    ['exit code 3', { code: 3 }, 'exit code 3'],
    ['too much memory', { peak: { command: 'k6', mib: 513 } }, 'k6 took 513 MiB'],
    ['a request elsewhere', { strayed: ['GET /'] }, 'it sent a request to another origin: GET /'],
    ['a process left', { leftBehind: ['k6 (pid 1)'] }, 'it left a process behind: k6 (pid 1)'],
    [
      'a key in a file',
      { files: new Map([['a.md', KEYS[1]]]) },
      `a.md shows a key: plain: …${KEYS[1].toLowerCase()}…`,
    ],
    ['an escape on the terminal', { stdout: '\u{1b}[2J' }, 'stdout has the control character U+1b'],
    ['a C1 character', { stdout: '\u{9b}' }, 'stdout has the control character U+9b'],
    ['a stack trace', { stdout: 'E\n    at f (a.ts:1:2)\n' }, 'stdout has a stack trace'],
  ])('breaches: %s is a breach', (_what, change, breach) => {
    expect(breachesOf({ ...GOOD, ...change })).toEqual([breach]);
  });

  test('breaches: a run that does not name the fault has one', () => {
    expect(breachesOf({ ...GOOD, stderr: '' })).toEqual([
      expect.stringMatching(/^nothing names the trouble: expected one of \/.*TLS/),
    ]);
  });
});

import { expect, test } from 'vitest';
import { diskCheck, filesCheck, nodeCheck } from '../../../src/commands/doctor/machine-checks.ts';

test.each([
  ['v22.1.0', 'problem'],
  ['v24.0.0', 'ok'],
  ['v25.1.0', 'ok'],
])('doctor: Node %s is %s', (version, state) => {
  expect(nodeCheck(version).state).toBe(state);
});

test.each([
  [64, 'problem'],
  [1024, 'warning'],
  [65_536, 'ok'],
  ['unlimited', 'ok'],
])('doctor: a limit of %s open files is %s', (soft, state) => {
  expect(filesCheck({ userLimits: { open_files: { soft } } }).state).toBe(state);
});

test('doctor: a system without that limit is ok', () => {
  expect(filesCheck({})).toMatchObject({ state: 'ok', found: 'limit unknown' });
});

test('doctor: a folder that cannot be written is a problem', async () => {
  expect(await diskCheck('/proc/1')).toMatchObject({
    state: 'problem',
    remedy: 'Name another folder with --out.',
  });
});

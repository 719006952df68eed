import { expect, test } from 'vitest';
import { targetOf } from '../../../src/commands/target/open-target.ts';
import { assay } from '../../support/assay-in-process.ts';
import { folderOfTest } from '../../support/test-folder.ts';

const UNNAMED = { target: 'embedded', written: {} };
const NAMED = { target: 'embedded', written: { target: 'embedded' } };

test.each([
  ['a checkout on a CI server', { installed: false, environment: { CI: 'true' } }],
  ['an installed package at a terminal', { installed: true, environment: {} }],
  ['an installed package where CI is empty', { installed: true, environment: { CI: '' } }],
  ['an installed package where CI is false', { installed: true, environment: { CI: 'false' } }],
])('target: without one, %s uses the bundled gateway', (_, place) => {
  expect(targetOf(UNNAMED, place)).toBe('embedded');
});

test('target: without one, an installed package on a CI server refuses to run', () => {
  const place = { installed: true, environment: { CI: '1' } };
  expect(() => targetOf(UNNAMED, place)).toThrow(
    'No target: give --target, or --target embedded to check the bundled gateway.',
  );
  expect(targetOf(NAMED, place)).toBe('embedded');
});

test.each([
  ['conform', ['conform', '--rule', 'chat-created-integer'], 'stdout'],
  ['conform', ['conform', '--rule', 'chat-created-integer'], 'stderr'],
  ['a dry run', ['conform', '--rule', 'chat-created-integer', '--dry-run'], 'stdout'],
  ['a dry run of capacity', ['capacity', '--dry-run'], 'stdout'],
] as const)('target: the first line of %s without a target names it', async (_, args, stream) => {
  const cwd = await folderOfTest('default-target');
  const run = await assay([...args], { cwd });
  expect(run[stream].split('\n')[0]).toMatch(/embedded|bundled reference gateway/);
  expect(run.code).toBe(0);
});

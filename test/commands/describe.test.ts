import { expect, test } from 'vitest';
import { assay } from '../support/assay-in-process.ts';

test.each([
  ['an address where nothing listens', ['--target', 'http://127.0.0.1:9'], 2, /^Target refused/],
  ['an unknown target', ['--target', 'embeded'], 3, /^Unknown target: embeded\. Did you mean/],
  ['an unknown profile', ['--profile', 'nope'], 3, /^Unknown profile: nope\./],
])('assay describe: %s is reported', async (_, args, code, message) => {
  const run = await assay(['describe', ...args], { env: { ASSAY_API_KEY: 'a_live_0123456789' } });
  expect(run.stderr).toMatch(message);
  expect(run.code).toBe(code);
});

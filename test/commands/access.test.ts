import { expect, test } from 'vitest';
import { assay } from '../support/assay-in-process.ts';

test.each([
  [['--header', 'X-Team'], "--header needs a name, a colon and a value, such as 'X-Team: qa'."],
  [['--header', 'Content-Length: 3'], 'Header cannot be set: Content-Length.'],
  [['--header', 'Authorization: Basic x'], 'Header cannot be set: authorization. It carries the'],
  [['--header', 'X-Team: ${NOT_SET}'], 'needs the environment variable NOT_SET, which is not set'],
])('access: %j is reported in one sentence with exit code 3', async (flags, sentence) => {
  const { code, stderr } = await assay(['conform', '--target', 'http://127.0.0.1:1', ...flags], {
    env: { ASSAY_API_KEY: 'a_live_0123456789' },
  });
  expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 3, lines: 1 });
  expect(stderr).toContain(sentence);
});

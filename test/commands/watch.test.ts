import { expect, test } from 'vitest';
import { assay } from '../support/assay-in-process.ts';

test.each([
  [['watch'], /needs the address of a gateway.*--target/],
  [['watch', '--target', 'embedded'], /needs the address of a gateway/],
  [['watch', '--target', 'http://user:secret@127.0.0.1:1'], /Target/i],
  [['watch', '--target', 'http://127.0.0.1:1', '--port', '99999'], /--port needs an integer/],
  [['watch', '--target', 'http://127.0.0.1:1', '--for', 'soon'], /--for/],
])('watch: %j is refused with exit code 3 and the remedy', async (args, message) => {
  const { code, stderr } = await assay(args);
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringMatching(message) });
});

test('watch: without any traffic the result is inconclusive and says how to set up a client', async () => {
  const { code, stdout, stderr } = await assay(
    'watch --target http://127.0.0.1:1/v1 --port 0 --for 100ms --format text'.split(' '),
  );
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(
      /Set the base address of the client to http:\/\/127\.0\.0\.1:\d+\/v1\./,
    ),
  });
  expect(stdout).toMatch(/no request passed through/);
});

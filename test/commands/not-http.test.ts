import { expect, test } from 'vitest';
import { assay } from '../support/assay-in-process.ts';
import { serveInTest } from '../support/tcp-server.ts';
import { testFolder } from '../support/test-folder.ts';

const KEY = 'test_live_0123456789abcdef';
const env = { ASSAY_API_KEY: KEY };
const out = await testFolder('not-http');

test('not HTTP: a target of another protocol is a finding with its first bytes, and exit code 1', async () => {
  const { origin } = await serveInTest((socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n'));
  const run = await assay(
    ['conform', '--target', origin, '--rule', 'transport-speaks-http', '--out', out],
    { env },
  );
  expect(run.stderr).toContain(
    `The response of the target is not HTTP: ${origin}. It begins with: SSH-2.0-OpenSSH_9.9\\r\\n`,
  );
  expect(run.stderr).toMatch(/Response to a valid request is not HTTP: chat, responses,/);
  expect(run.stdout).toMatch(/Required rule failed: transport-speaks-http/);
  expect(run.stdout).toMatch(/expected +an HTTP\/1\.1 response/);
  expect(run.stdout).toContain('SSH-2.0-OpenSSH_9.9\\r\\n');
  expect(run.code).toBe(1);
});

test('not HTTP: describe reports the first bytes with exit code 2', async () => {
  const { origin } = await serveInTest((socket) => socket.write(`\u{1b}[31m ${KEY} \u{0}\r\n`));
  const run = await assay(['describe', '--target', origin, '--out', out], { env });
  expect(run.stderr).toBe(
    `The response of the target is not HTTP: ${origin}. It begins with: \\x1b[31m [API key 1] \\x00\\r\\n (check the port, and whether it uses http or https).\n`,
  );
  expect(run).toMatchObject({ code: 2, stdout: '' });
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NO_ACCESS } from '../../../src/exchange/access.ts';
import { requestShort } from '../../../src/exchange/http/short-request.ts';
import { start } from '../../reference-server/support/start.ts';
import { folderOfTest } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

const CHAT = JSON.stringify({
  model: 'ref-chat',
  stream: true,
  messages: [{ role: 'user', content: 'Hello' }],
});

test('watch: Ctrl-C ends it with the report of what passed, and a fault decides the exit code', async () => {
  const gateway = await start({ faults: ['cs-chunk-after-done'] });
  const [key] = gateway.keys;
  const folder = await folderOfTest('watch');
  let isSent = false;
  const { code, stdout, stderr } = await assay(
    ['watch', '--target', gateway.address, '--port', '0', '--out', folder],
    {
      onStderr(text, signal) {
        const address = /Set the base address of the client to (\S+)\. /.exec(text)?.[1];
        if (isSent || address === undefined) return;
        isSent = true;
        void chatWith(address, key).then(() => signal('SIGINT'));
      },
    },
  );
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.not.stringContaining(key) });
  expect(stdout).toMatch(/traffic of clients for .* · 1 request, 0 errors/);
  expect(stdout).not.toMatch(/load generator/);
  const html = await readFile(join(folder, 'report.html'), 'utf8');
  const json = await readFile(join(folder, 'report.json'), 'utf8');
  expect(html).not.toMatch(/load generator (?:kept|could)/);
  expect(html + json).not.toContain(key);
  expect(JSON.parse(json)).toMatchObject({
    command: 'watch',
    outcome: 'fail',
    partial: false,
    load: { scenario: 'watched traffic', exchanges: 1, health: { watched: true } },
  });
});

test('watch: clients connect with TLS and HTTP/2, by the certificate that it prints', async () => {
  const gateway = await start();
  const [first] = gateway.keys;
  let answer: unknown;
  let file = '';
  let isSent = false;
  const words = ['watch', '--target', gateway.address, '--port', '0', '--tls', '--http2'];
  const { code, stdout } = await assay([...words, '--out', await folderOfTest('watch-tls')], {
    onStderr(text, signal) {
      const [, address, ca] =
        /client to (\S+), and let it trust the certificate in (\S+)\. /.exec(text) ?? [];
      if (isSent || address === undefined || ca === undefined) return;
      isSent = true;
      file = ca;
      void answerOver2(address, ca, first).then((got) => {
        answer = got;
        return signal('SIGINT');
      });
    },
  });
  expect(answer).toMatchObject({ status: 200 });
  expect(stdout).toMatch(/traffic of clients for .* · 1 request, 0 errors/);
  expect(code).toBe(0);
  await expect(readFile(file)).rejects.toMatchObject({ code: 'ENOENT' });
});

async function answerOver2(address: string, file: string, key: string): Promise<unknown> {
  const ca = await readFile(file, 'utf8');
  return await requestShort(`${address}/models`, {
    access: {
      ...NO_ACCESS,
      http2: true,
      tls: { ca },
      headers: [['authorization', `Bearer ${key}`]],
    },
    largestBytes: 65_536,
    deadlineMs: 5000,
  });
}

async function chatWith(address: string, key: string): Promise<void> {
  const response = await fetch(`${address}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: CHAT,
  });
  await response.text();
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { harvest } from './load-run.ts';

/** Answers each request with 100 KB; a separate process, because this one will be busy. */
const GATEWAY = `
  const body = JSON.stringify('x'.repeat(100_000));
  require('node:http')
    .createServer((request, response) => {
      request.resume();
      response.setHeader('content-type', 'application/json').end(body);
    })
    .listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

const BUSY_MS = 4000;

async function gateway(): Promise<string> {
  const child = spawn(process.execPath, ['-e', GATEWAY], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [port] = await once(child.stdout.setEncoding('utf8'), 'data');
  return `http://127.0.0.1:${String(port).trim()}`;
}

test('busy reader: when frames of an engine are not read for long, the load ends but not the run', async () => {
  let isFirst = true;
  const { result, exchanges } = await harvest(
    { scenario: 'chat', arrivalRate: '100/s', duration: '60s' },
    { address: await gateway(), keys: { first: 'ref_live_1' } },
    {
      patienceSeconds: 1,
      observer: {
        exchange() {
          if (!isFirst) return;
          isFirst = false;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
        },
      },
    },
  );
  expect(result.end).toMatchObject({ unread: true, cutShort: true });
  expect(result.end?.started).toBeLessThan(2000);
  expect(result.lost).toBe(0);
  expect(exchanges.length).toBeGreaterThan(0);
});

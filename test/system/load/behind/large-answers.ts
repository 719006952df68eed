import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

const GATEWAY = `
  const body = JSON.stringify('x'.repeat(100_000));
  require('node:http')
    .createServer((request, response) => {
      request.resume();
      response.setHeader('content-type', 'application/json').end(body);
    })
    .listen(0, '127.0.0.1', function () { console.log(this.address().port); });
  process.stdin.on('end', () => process.exit()).resume();`;

/**
 * A gateway that answers each request with 100 KB; a separate process, because this one will be busy.
 * @returns its base address, until the test ends
 */
export async function largeAnswers(): Promise<string> {
  const child = spawn(process.execPath, ['-e', GATEWAY], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [port] = await once(child.stdout.setEncoding('utf8'), 'data');
  return `http://127.0.0.1:${String(port).trim()}`;
}

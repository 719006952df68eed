import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { ASSAY } from '../../support/programs/package-paths.ts';

test('serve: its export lines, pasted into a shell, are enough for a run against it', async () => {
  const [listening = '', ...lines] = await served(4);
  const address = listening.replace('listening ', '');
  const exports = lines.filter((line) => line.startsWith('export '));
  const rule = 'chat-stream-done-once-last';
  const assay = `'${process.execPath}' '${ASSAY}'`;
  const run = `${assay} conform --target ${address} --rule ${rule} --format text --quiet`;
  expect(await shell([...exports, run])).toMatchObject({ code: 0, stderr: '' });
});

test('serve: a port that is taken ends it at once, with exit code 3', async () => {
  const [listening = ''] = await served(1);
  const { port } = new URL(listening.replace('listening ', ''));
  const { code, stderr } = await shell([`'${process.execPath}' '${ASSAY}' serve --port ${port}`]);
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: `The port is already in use: 127.0.0.1:${port}. Choose another one with --port.\n`,
  });
});

/** The first lines of a gateway that ends with the test. */
async function served(count: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [ASSAY, 'serve', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === count) break;
  }
  return lines;
}

async function shell(
  lines: readonly string[],
): Promise<{ readonly code: unknown; readonly stderr: string }> {
  const { ASSAY_API_KEY: _, ASSAY_API_KEY_2: __, ...inherited } = process.env;
  const child = spawn('sh', ['-c', lines.join('\n')], {
    env: inherited,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}

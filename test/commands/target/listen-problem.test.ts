import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { requireListenable } from '../../../src/commands/target/listen-problem.ts';
import { assay } from '../../support/assay-in-process.ts';

async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

test('port: watch and upstream say in the same words that it is in use', async () => {
  const port = await takenPort();
  const sentence = `The port is already in use: 127.0.0.1:${port}. Choose another one with --port.`;
  await expect(requireListenable('127.0.0.1', port)).rejects.toThrow(sentence);
  const watch = `watch --target http://127.0.0.1:1 --port ${port}`;
  for (const words of [watch, `upstream --port ${port}`]) {
    expect(await assay(words)).toEqual({ code: 3, stdout: '', stderr: `${sentence}\n` });
  }
});

test('port: an address of another machine is named', async () => {
  await expect(requireListenable('192.0.2.1', 0)).rejects.toThrow(
    'Cannot listen on 192.0.2.1:0 (EADDRNOTAVAIL).',
  );
});

test('port: one that is free stays free', async () => {
  await requireListenable('127.0.0.1', 0);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..', '..', '..', 'src');

test('a second Ctrl-C ends a process that computes without a pause', async () => {
  const child = busyAfterCtrlC('');
  expect(await interruptedTwice(child)).toEqual([null, 'SIGINT']);
});

test('a second Ctrl-C ends such a process as soon as nothing is left to be undone', async () => {
  const child = busyAfterCtrlC(`
    const undone = onEarlyExit(() => {});
    process.once('SIGINT', () => setImmediate(undone));
  `);
  expect(await interruptedTwice(child)).toEqual([null, 'SIGINT']);
});

/** A process that computes without end once it was interrupted. */
function busyAfterCtrlC(before: string) {
  const script = `
    import { writeSync } from 'node:fs';
    import { awaitInterruption } from '${SOURCES}/commands/terminal/interruption.ts';
    import { onEarlyExit } from '${SOURCES}/target/exit-cleanup.ts';
    ${before}
    awaitInterruption(() => {
      setTimeout(() => {
        writeSync(1, 'busy');
        for (;;);
      });
    });
    setInterval(() => {}, 1000);
    writeSync(1, 'ready');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

async function interruptedTwice(child: ReturnType<typeof busyAfterCtrlC>) {
  const ended = once(child, 'exit');
  for (const word of ['ready', 'busy']) {
    const [text] = await once(child.stdout, 'data');
    expect(String(text)).toBe(word);
    child.kill('SIGINT');
  }
  return await ended;
}

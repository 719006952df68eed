import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReferenceServer } from '../../reference-server/server.ts';
import { RunReportSchema } from '../../src/report/run-report.ts';
import { assay } from './run-assay.ts';

let folder: string;

beforeAll(async () => {
  // Short: the path of a socket may not be long.
  folder = await mkdtemp(join(tmpdir(), 'ai-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/**
 * Runs a load of long streams with a folder for temporary files of its own, and signals it: a
 * second or so after its start, and again when it has said that it ends.
 */
async function interrupted(name: string, args: readonly string[], signals: NodeJS.Signals[]) {
  const temporary = join(folder, name);
  await mkdir(temporary);
  const server = createReferenceServer({ tokens: 20, itlMs: 1000 });
  const { address } = await server.listen();
  const [first, second] = server.keys;
  const [initial, ...later] = signals;
  let sent = 0;
  const run = await assay(
    [
      'load',
      '--target',
      address,
      '--scenario',
      'chat-stream',
      '--out',
      `${temporary}-out`,
      ...args,
    ],
    {
      env: { TMPDIR: temporary, ASSAY_API_KEY: first, ASSAY_API_KEY_2: second },
      onStderr(text, signal) {
        if (sent === 0 && text.includes('Load:')) {
          sent = 1;
          if (initial !== undefined) setTimeout(() => signal(initial), 1500);
        } else if (sent === 1 && text.includes('Interrupted')) {
          sent = 2;
          for (const each of later) signal(each);
        }
      },
    },
  );
  await server.close(0);
  const left = await readdir(temporary);
  return { run, left: left.filter((each) => each.startsWith('assay-')) };
}

test.each([
  ['as it comes', 'live'],
  ['from a recording', 'after'],
])('load: Ctrl-C twice, judged %s, ends at once and leaves no file', async (_, judging) => {
  const { run, left } = await interrupted(judging, ['--judge', judging], ['SIGINT', 'SIGINT']);
  // Ended by the signal itself, which a shell calls 130.
  expect(run.code).toBeNull();
  expect(run.stdout).toBe('');
  expect(left).toEqual([]);
});

test('load: a terminal that closes leaves a partial report and no file', async () => {
  const { run, left } = await interrupted('hangup', [], ['SIGHUP']);
  const report = JSON.parse(await readFile(join(folder, 'hangup-out', 'report.json'), 'utf8'));
  expect(RunReportSchema.parse(report)).toMatchObject({ partial: true, exitCode: 130 });
  expect(run.code).toBe(130);
  expect(left).toEqual([]);
});

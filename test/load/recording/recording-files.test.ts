import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { judgeWorkersFor } from '../../../src/load/recording/judge-recordings.ts';
import { spoolingUpstream } from '../../../src/load/recording/upstream-spool.ts';
import { completeRecording } from '../../../src/load/run-load.ts';
import { freshKeys } from '../../../src/target/keys.ts';
import { startUpstream } from '../../support/relay/reference-upstream.ts';
import { testFolder } from '../../support/test-folder.ts';

const folder = await testFolder('recording');

test.runIf(process.platform === 'linux')(
  'recording: a full disk is reported with the file, and loses no figures',
  () => {
    expect(completeRecording('/dev/full', { known: new Map() })).toEqual([
      'Recording is not complete: /dev/full (ENOSPC). Free space on its disk, or name a file on another one with --record.',
    ]);
  },
);

test('recording: one with free space is completed', async () => {
  const file = join(folder, 'run.rec');
  await writeFile(file, '');
  expect(completeRecording(file, { known: new Map([['key', 1]]) })).toEqual([]);
});

test('upstream spool: a process that is killed during a load leaves no file of it, and replaces none', async () => {
  const upstream = await startUpstream(freshKeys());
  onTestFinished(() => upstream.stop());
  const spooled = mkdtempSync(join(tmpdir(), 'assay-spool-test-'));
  onTestFinished(() => rmSync(spooled, { recursive: true }));
  const own = join(spooled, 'run.rec.upstream');
  writeFileSync(own, 'a file of the user');
  const [during, failures] = await spoolingUpstream(
    upstream,
    join(spooled, 'run.rec'),
    0,
    async () => readdirSync(spooled),
  );
  expect(during).toEqual(['run.rec.upstream']);
  expect(readFileSync(own, 'utf8')).toBe('a file of the user');
  expect(failures).toEqual([]);
});

const GIB = 2 ** 30;

test.each([
  ['on one core', GIB, 1, 0],
  ['on two cores', GIB, 2, 1],
  ['on four cores', GIB, 4, 3],
  ['on many cores, which one reader cannot keep busy', GIB, 64, 6],
  ['for a recording that is read before they have started', GIB / 8, 64, 0],
])('judge workers: %s', (_case, bytes, cores, workers) => {
  expect(judgeWorkersFor(bytes, cores)).toBe(workers);
});

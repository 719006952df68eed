import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeRecording } from '../../../src/load/run-load.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-recording-'));
});

afterAll(() => rm(folder, { recursive: true }));

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

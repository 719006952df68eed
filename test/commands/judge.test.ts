import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { frameBytes, HELLO, recordingBytes } from '../load/tap/frame-bytes.ts';
import { expectRefused } from '../support/assay-in-process.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = await testFolder('judge');

test.each([
  ['no recording', ['package.json'], /^File is not a recording: package\.json\. Give a file that/],
  ['not there', ['nowhere.rec'], /^Recording cannot be read: nowhere\.rec \(ENOENT\)\. Give a/],
  ['no file', ['src'], /^File is not a recording: src\. Give/],
])('judge: a file that is %s is reported with exit code 3', async (_, files, sentence) => {
  await expectRefused(['judge', ...files], sentence);
});

test('judge: a recording named twice is reported with exit code 3', async () => {
  const recording = join(folder, 'twice.rec');
  await writeFile(recording, recordingBytes(frameBytes('hello', HELLO)));
  await expectRefused(
    ['judge', recording, recording],
    'The same recording was given twice. Name each recording once.\n',
  );
});

test.each([
  [['load', '--segments', '0'], '--segments needs "auto" or an integer from 1 to 64; got "0".\n'],
  [
    ['load', '--record', 'nowhere/run.rec'],
    'Recording cannot be written: nowhere/run.rec. Name a file in a folder that exists and is writable.\n',
  ],
  [
    ['judge', 'a', '--judge-workers', 'x'],
    '--judge-workers needs an integer from 0 to 64; got "x".\n',
  ],
])('judge: %s is reported with exit code 3', async (args, sentence) => {
  await expectRefused(args, sentence);
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { assay } from '../../support/assay-in-process.ts';
import { startReference } from '../../support/reference-gateway.ts';
import { folderOfTest, reportIn } from '../../support/test-folder.ts';
import { inFrontOf, without } from '../../support/without-operation.ts';

const MIX = `models:
  chat: ref-chat
  responses: ref-responses
  images: ref-image
  transcription: ref-transcription
  video: ref-video
workload:
  mix: { images: 1, idempotent-retry: 2, video-poll-cancel: 1 }
`;

test('load: only the part that needs a missing operation is excluded, and is reported', async () => {
  const folder = await folderOfTest('missing');
  const { address, keys } = await startReference();
  const front = await inFrontOf(
    address,
    (line) => without('POST /images')(line) ?? without('DELETE /videos', 405)(line),
  );
  onTestFinished(() => front.close());
  await writeFile(join(folder, 'assay.yaml'), MIX);
  const command = [
    'load',
    '--target',
    front.address,
    '--profile',
    'default',
    '--config',
    'assay.yaml',
  ];
  const rate = ['--arrivals', 'constant', '--arrival-rate', '20/s', '--duration', '2s'];
  const { code, stdout, stderr } = await assay(
    [...command, ...rate, '--record', 'run.rec', '--out', 'live'],
    { env: { ASSAY_API_KEY: keys.first }, cwd: folder },
  );
  expect(code, stdout + stderr).toBe(0);
  const { load } = await reportIn(join(folder, 'live'));
  const excluded = [
    { scenario: 'images', share: 0.25 },
    { scenario: 'idempotent-retry', missingOperations: ['images'], share: 0.125 },
    { scenario: 'video-poll-cancel', missingOperations: ['video-cancel'], share: 0.125 },
  ];
  expect(load?.excluded).toMatchObject(excluded);
  expect(load?.arrivalRate.offered).toBe(20);
  expect(Object.keys(load?.operations ?? {}).toSorted()).toEqual([
    'chat',
    'responses',
    'video-create',
    'video-read',
  ]);
  const sentence =
    'Scenario sent in part: video-poll-cancel without video-cancel, 12.5 % of the planned arrivals (';
  expect(stderr).toContain(sentence);
  expect(stdout).toContain('3 scenarios not sent whole');

  const judged = await assay(['judge', 'run.rec', '--out', 'judged'], { cwd: folder });
  expect(judged.code).toBe(0);
  expect((await reportIn(join(folder, 'judged'))).load?.excluded).toEqual(load?.excluded);
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ReferenceOptions } from '../../../reference-server/server.ts';
import { RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { startReference } from '../../support/reference-gateway.ts';
import { testFolder } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

/** The configuration of a user who knows the models; the rest only keeps the test short. */
const CONFIGURATION = `profile: ./mine.yaml
models:
  chat: ref-chat
  responses: ref-responses
  images: ref-image
  transcription: ref-transcription
  video: ref-video
`;
const PROFILE = `name: mine
extends: default
overrides:
  - { setting: imageSizes, value: [96x64, 64x64], reason: Small images are quick. }
  - { setting: raceRounds, value: 3, reason: Few rounds are quick. }
  - { setting: replayLagMs, value: 100, reason: It stores at once. }
  - { setting: videoPollMs, value: 40, reason: Its jobs are short. }
`;

const folder = await testFolder('default');

beforeAll(async () => {
  await writeFile(join(folder, 'assay.yaml'), CONFIGURATION);
  await writeFile(join(folder, 'mine.yaml'), PROFILE);
});

/** Judges a gateway of which only the models are known. */
async function conform(options: ReferenceOptions, ...flags: readonly string[]) {
  const { address, keys } = await startReference(options);
  const config = join(folder, 'assay.yaml');
  const args = ['conform', '--target', address, '--config', config, '--out', join(folder, 'out')];
  const run = await assay([...args, '--json', ...flags], {
    env: { ASSAY_API_KEY: keys.first },
    cwd: folder,
  });
  const { reasons, rules } = RunReportSchema.parse(JSON.parse(run.stdout));
  const paced = rules.filter(({ id }) => PACED.includes(id));
  return {
    code: run.code,
    reasons,
    paced: paced.map(({ verdict, reason }) => ({ verdict, reason })),
  };
}

const PACED = ['chat-stream-incremental', 'responses-stream-incremental'];
const ONLY_PACED = PACED.flatMap((id) => ['--rule', id]);

describe('profile default', () => {
  test('a correct gateway with short and quick answers gives exit code 0', async () => {
    const quick = { tokens: 6, ttftMs: 1, itlMs: 0, videoMs: 50 };
    const { code, reasons, paced } = await conform(quick);
    expect(reasons).toEqual(['All checks passed.']);
    expect(code).toBe(0);
    const untold = {
      verdict: 'not-applicable',
      reason: expect.stringMatching(/^needs a stream of at least 100 deltas: none was seen/),
    };
    expect(paced).toEqual([untold, untold]);
  });

  test('a gateway that holds back long answers gives exit code 1', async () => {
    const faults = ['cs-buffer-all', 'rst-buffer-all'];
    const { code, paced } = await conform({ tokens: 120, itlMs: 8, faults }, ...ONLY_PACED);
    expect(paced).toMatchObject([{ verdict: 'fail' }, { verdict: 'fail' }]);
    expect(code).toBe(1);
  });

  test('a gateway that sends long answers as they are produced gives exit code 0', async () => {
    const { code, paced } = await conform({ tokens: 120, itlMs: 8 }, ...ONLY_PACED);
    expect(paced).toMatchObject([{ verdict: 'pass' }, { verdict: 'pass' }]);
    expect(code).toBe(0);
  });
});

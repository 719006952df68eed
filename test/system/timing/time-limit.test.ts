import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Ending } from '../../support/loopback-server.ts';
import { startReference } from '../../support/reference-gateway.ts';
import { folderOfTest, reportIn } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

const MODELS =
  'profile: default\nmodels: {chat: ref-chat, responses: ref-responses, images: ref-image, transcription: ref-transcription, video: ref-video}\n';
/** A busy machine takes that long; a stuck job is waited for much longer. */
const SOON_MS = 60_000;

const REACHED =
  'Time limit of 15 s reached: the probes that were still running could not verify their rules.';

/** Its video jobs never move. */
const STUCK = { ttftMs: 2, itlMs: 1, faults: ['vid-stuck'] };

/** Runs against a gateway whose video jobs never move. */
async function stuck(ending: Ending, command: string, ...flags: readonly string[]) {
  const { address, env } = await startReference(STUCK, ending);
  const folder = await folderOfTest('time-limit', ending);
  await writeFile(join(folder, 'assay.yaml'), MODELS);
  const out = join(folder, 'out');
  const limited = ['--time-limit', '15s', '--out', out];
  const startMs = performance.now();
  const run = await assay([command, '--target', address, ...limited, ...flags], {
    env,
    cwd: folder,
  });
  expect(performance.now() - startMs).toBeLessThan(SOON_MS);
  return { ...run, out };
}

test.concurrent('time limit: it ends the wait for a stuck video job, and the rest is in a partial report', async (context) => {
  const rules = ['video-terminates', 'chat-required-fields'].flatMap((id) => ['--rule', id]);
  const { code, stderr, out } = await stuck(context, 'conform', ...rules);
  const report = await reportIn(out);
  expect(stderr).toContain('profile default, time limit 15 s');
  expect(code).toBe(2);
  expect(report.partial).toBe(true);
  expect(report.reasons.join(' ')).toContain(REACHED);
  expect(report.rules.map(({ id, verdict, reason }) => ({ id, verdict, reason }))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: 'chat-required-fields', verdict: 'pass' }),
      {
        id: 'video-terminates',
        verdict: 'could-not-verify',
        reason: expect.stringContaining('time limit reached (raise --time-limit)'),
      },
    ]),
  );
});

test.concurrent('time limit: it ends each target of compare, and the comparison states it', async (context) => {
  const { address, env } = await startReference(STUCK, context);
  const folder = await folderOfTest('time-limit', context);
  await writeFile(join(folder, 'assay.yaml'), MODELS);
  const startMs = performance.now();
  const targets = [`one=${address}`, `two=${address}`];
  const { code, stdout } = await assay(['compare', ...targets, '--time-limit', '2s'], {
    env,
    cwd: folder,
  });
  expect(performance.now() - startMs).toBeLessThan(SOON_MS);
  expect(code).toBe(2);
  for (const label of ['one', 'two']) {
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      new RegExp(
        `${label} Address http:\\S+ Profile default Run \\S+ \\S+ UTC, live Missing Time limit of 2 s reached: the probes that were still running`,
      ),
    );
  }
});

test.concurrent('time limit: it ends describe, and the sheet states it', async (context) => {
  const { code, out } = await stuck(context, 'describe');
  const sheet = JSON.parse(await readFile(join(out, 'behaviour.json'), 'utf8'));
  expect(code).toBe(2);
  expect(sheet).toMatchObject({ partial: true, reasons: [expect.stringContaining(REACHED)] });
});

test.concurrent('time limit: it ends a load, and the report states it', async (context) => {
  const { code, stderr, out } = await stuck(
    context,
    'load',
    '--scenario',
    'chat',
    '--duration',
    '60s',
  );
  const report = await reportIn(out);
  expect(stderr).toContain('time limit 15 s');
  expect([code, report.partial]).toEqual([2, true]);
  expect(report.reasons.join(' ')).toContain(
    'Time limit of 15 s reached: the load was stopped before its end. Raise --time-limit.',
  );
});

test.concurrent.each(['0s', 'soon'])(
  'time limit: --time-limit %s is reported with exit code 3',
  async (text) => {
    const { code, stderr } = await assay(['conform', '--time-limit', text]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^--time-limit needs /);
  },
);

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { BehaviourSheetSchema } from '../../../src/report/schema/sheet.ts';
import { startReference } from '../../support/reference-gateway.ts';
import { testFolder } from '../../support/test-folder.ts';
import { inFrontOf, without } from '../../support/without-operation.ts';
import { assay } from '../support/run-assay.ts';

const folder = await testFolder('describe');

test.concurrent('assay describe: the bundled gateway is described in text, markdown and JSON', async () => {
  const out = join(folder, 'embedded');
  const run = await assay(['describe', '--out', out]);
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(
    /^Behaviour of bundled reference gateway \(http:\/\/127\.0\.0\.1:\d+\/v1\)\nObserved on .*\n98 of 114 questions/,
  );
  expect(run.stdout).toContain(
    '\nupstream\n  not observed, because it needs Assay as the provider behind the gateway: use --upstream HOST:PORT:\n  · What does a caller get when the answer of the provider is broken',
  );
  expect(run.stdout).toMatch(
    /What does a repeated Idempotency-Key get\?\n {2}all: 200, the first result again\n/,
  );
  expect(run.stdout).toMatch(new RegExp(`report +${out}/behaviour\\.(?:html|md)\n$`));
  const sheet = await sheetIn(out);
  expect(sheet).toMatchObject({ exitCode: 0, partial: false, profile: 'reference' });
  const page = await readFile(join(out, 'behaviour.md'), 'utf8');
  expect(page).toMatch(/^### What does a repeated Idempotency-Key get\?\n\n`all: 200/m);
});

test.concurrent('assay describe: a behaviour of an absent operation is not observed, with the reason', async () => {
  const server = createReferenceServer({ videoMs: 50 });
  const front = await inFrontOf(
    (await server.listen()).address,
    (line) => without('POST /images')(line) ?? without('DELETE /videos', 405)(line),
  );
  const out = join(folder, 'absent');
  const run = await assay(['describe', '--target', front.address, '--out', out], {
    env: { ASSAY_API_KEY: server.keys[0] },
  });
  await front.close();
  await server.close(0);
  expect(run.code).toBe(0);
  expect(run.stderr).toMatch(/^Not offered: images \(POST \/images\/generations returned 404/m);
  const { behaviours } = await sheetIn(out);
  const reasons = new Map(behaviours.map(({ id, reason }) => [id, reason]));
  for (const id of ['image-format', 'images-n-left-out', 'odd-image-sizes']) {
    expect(reasons.get(id), id).toMatch(/^images is not offered: POST \/images/);
  }
  for (const id of ['cancel-of-unknown-job', 'cancel-at-once']) {
    expect(reasons.get(id), id).toMatch(/^video-cancel is not offered: DELETE \/videos/);
  }
  expect(reasons.get('success-status')).toBeUndefined();
});

test.concurrent('assay describe: a gateway that ends half-way gives exit code 2, and its observations are kept', async (context) => {
  const { address, keys, stop } = await startReference({}, context);
  const out = join(folder, 'gone');
  const run = await assay(['describe', '--target', address, '--out', out], {
    env: { ASSAY_API_KEY: keys.first },
    onStderr: (text) => {
      if (text.includes('Behaviour:')) void stop();
    },
  });
  expect(run.code).toBe(2);
  const sheet = await sheetIn(out);
  expect(sheet.reasons[0]).toMatch(/^The target no longer responds: http/);
  expect(sheet.behaviours.at(-1)?.answer).toBeNull();
});

async function sheetIn(out: string) {
  return BehaviourSheetSchema.parse(
    JSON.parse(await readFile(join(out, 'behaviour.json'), 'utf8')),
  );
}

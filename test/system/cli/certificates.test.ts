import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { certificate } from '../../../reference-server/http/certificate.ts';
import { tlsFront } from '../../support/network/tls-front.ts';
import { startReference } from '../../support/reference-gateway.ts';
import { folderOfTest, reportIn, writerIn } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

const LOAD = 'load --arrival-rate 15/s --duration 2s';

test('certificates: conform and load use authority, name and certificate of assay.yaml, and never show the key', async () => {
  const gateway = await startReference({ ttftMs: 5, itlMs: 1 });
  const authority = certificate('self-signed');
  const client = certificate('self-signed', authority);
  const target = await tlsFront(gateway.address, {
    ...certificate('for-another-name', authority),
    ca: authority.cert,
    requestCert: true,
  });
  const folder = await folderOfTest('certificates');
  const write = writerIn(folder);
  await write('ca.pem', authority.cert);
  await write('own.pem', client.cert);
  await write('own.key', client.key);
  const tls = 'ca: ca.pem, cert: own.pem, key: own.key, serverName: another.example';
  await write('assay.yaml', `target: ${target}\ntls: {${tls}}\n`);
  const options = { env: gateway.env, cwd: folder };
  const conform = await assay(
    'conform --rule chat-choices-shape --rule transport-reuse-after-error --out conform'.split(' '),
    options,
  );
  expect(conform).toMatchObject({ code: 0 });
  const load = await assay(`${LOAD} --record run.rec --out load`.split(' '), options);
  expect(load).toMatchObject({ code: 0 });
  expect((await reportIn(join(folder, 'load'))).load?.exchanges).toBeGreaterThan(15);
  const files = ['conform/report.json', 'load/report.json', 'run.rec'];
  const written = await Promise.all(files.map((file) => readFile(join(folder, file), 'latin1')));
  const [, line = ''] = client.key.split('\n');
  const all = [...written, conform.stdout, conform.stderr, load.stdout, load.stderr];
  expect(all.filter((text) => text.includes(line))).toEqual([]);

  const emitted = await assay(`${LOAD} --emit script`.split(' '), options);
  expect(emitted.stderr).toContain('cannot use the client certificate of tls.cert');
  expect(emitted).toMatchObject({ code: 3, stdout: '' });

  await write(
    'assay.yaml',
    `target: ${target}\ntls: {cert: own.pem, key: own.key, insecure: true}\n`,
  );
  const insecure = await assay(LOAD.split(' '), options);
  expect(insecure).toMatchObject({ code: 0 });
});

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { certificate } from '../../../reference-server/http/certificate.ts';
import { findEngine } from '../../../src/load/engine/find-engine.ts';
import { assay } from '../../support/assay-in-process.ts';
import { forwardProxy } from '../../support/network/forward-proxy.ts';
import { type ReferenceGateway, startReference } from '../../support/reference-gateway.ts';
import { folderOfTest, reportIn, writerIn } from '../../support/test-folder.ts';

const MIXED = 'load --arrival-rate 25/s --duration 4s'.split(' ');
const STREAMS = 'load --scenario chat-stream --bursts 12/1s --duration 2s'.split(' ');

async function loaded(gateway: ReferenceGateway, words: readonly string[], yaml = '') {
  const folder = await folderOfTest('http2-load');
  const config = await writerIn(folder)('assay.yaml', `target: ${gateway.address}\n${yaml}`);
  const all = [...words, '--config', config, '--out', folder];
  const { code, stdout, stderr } = await assay(all, { env: gateway.env });
  expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
  const { load } = await reportIn(folder);
  const [to, ...others] = load?.connections ?? [];
  expect(others).toEqual([]);
  return { load, to, folder };
}

test.each(['http', 'https'])(
  'HTTP/2: all operations of a load on an %s target are judged, on shared connections',
  async (scheme) => {
    const certified = certificate('self-signed');
    const gateway = await startReference({
      ttftMs: 20,
      itlMs: 5,
      http2: true,
      ...(scheme === 'https' && { certified }),
    });
    expect(gateway.address).toMatch(`${scheme}:`);
    const yaml = scheme === 'https' ? 'tls: {insecure: true}\n' : '';
    const { load, to } = await loaded(gateway, [...MIXED, '--http2'], yaml);
    expect(load).toMatchObject({ judgedShare: 1, violations: [] });
    expect(load?.exchanges).toBeGreaterThan(80);
    expect(to?.opened).toBeLessThan(4);
    expect(to?.mostStreams).toBeGreaterThan(2);
  },
);

test('HTTP/2: the workload says how many connections share the requests, and how many each has', async () => {
  const gateway = await startReference({ ttftMs: 200, itlMs: 5, http2: true });
  const spread = await loaded(gateway, STREAMS, 'http2: true\nworkload: {connections: 3}\n');
  expect(spread.to).toMatchObject({ opened: 3, failed: 0, mostStreams: 4 });
  const yaml = 'http2: true\nworkload: {streamsPerConnection: 2}\n';
  expect((await loaded(gateway, STREAMS, yaml)).to).toMatchObject({ opened: 6, mostStreams: 2 });
});

test('HTTP/2: a load over HTTP/1.1 has no streams, although the target would permit them', async () => {
  const gateway = await startReference({ ttftMs: 5, itlMs: 1, http2: true });
  const { to } = await loaded(gateway, STREAMS);
  expect(to?.mostStreams).toBeUndefined();
});

test.each(['slow-reader', 'abandon', 'transcription-upload'])(
  'HTTP/2: %s is judged as over HTTP/1.1',
  async (scenario) => {
    const gateway = await startReference({ ttftMs: 5, itlMs: 1, http2: true });
    const words = ['load', '--scenario', scenario, '--arrival-rate', '10/s', '--duration', '3s'];
    const { load, to } = await loaded(gateway, [...words, '--http2']);
    expect(load).toMatchObject({ judgedShare: 1, violations: [] });
    expect(load?.exchanges).toBeGreaterThan(20);
    expect(to).toMatchObject({ opened: 1, failed: 0 });
  },
);

test('HTTP/2: an http proxy passes it on', async () => {
  const gateway = await startReference({ ttftMs: 5, itlMs: 1, http2: true });
  const { host } = new URL(gateway.address);
  const proxy = await forwardProxy({ to: host });
  const yaml = `http2: true\nproxy: http://${proxy.host}\n`;
  const { load, to } = await loaded(gateway, STREAMS, yaml);
  expect(load).toMatchObject({ judgedShare: 1, violations: [] });
  expect(to?.address).toBe(proxy.host);
  expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${host}`]));
});

test('HTTP/2: settings of its connections are refused without it', async () => {
  const folder = await folderOfTest('http2-load');
  const write = writerIn(folder);
  const config = await write('assay.yaml', 'workload: {streamsPerConnection: 2}\n');
  const { code, stderr } = await assay(['load', '--config', config], { env: {} });
  expect(stderr).toContain('workload.streamsPerConnection: has a meaning with http2: true only');
  expect(code).toBe(3);
});

test('HTTP/2: a script that runs elsewhere sends over it too', async () => {
  const gateway = await startReference({ ttftMs: 5, itlMs: 1, http2: true });
  const folder = await folderOfTest('http2-load');
  const write = writerIn(folder);
  const yaml = `target: ${gateway.address}\nhttp2: true\nworkload: {connections: 2}\n`;
  const config = await write('assay.yaml', `${yaml}profile: reference\n`);
  const words = [...STREAMS, '--config', config, '--emit', 'script'];
  const { stdout } = await assay(words, { env: {} });
  const script = join(folder, 'script.js');
  await writeFile(script, stdout);
  const record = join(folder, 'run.rec');
  const env = { ...process.env, ...gateway.env, ASSAY_RECORD: record };
  await promisify(execFile)(await findEngine(), ['run', '--quiet', script], { env });
  const other = await write('other.yaml', 'profile: reference\n');
  for (const by of [[], ['--config', other]]) {
    const out = join(folder, `judged${by.length}`);
    const judged = await assay(['judge', record, ...by, '--out', out], { env: {} });
    expect(judged).toMatchObject({ code: 0 });
    const { load } = await reportIn(out);
    expect(load?.connections).toMatchObject([{ opened: 2 }]);
  }
});

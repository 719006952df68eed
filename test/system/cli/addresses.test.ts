import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type ListenOptions } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { certificate } from '../../../reference-server/http/certificate.ts';
import { requireSocket } from '../../../src/commands/target/socket-problem.ts';
import { NO_ACCESS } from '../../../src/exchange/access.ts';
import { assay } from '../../support/assay-in-process.ts';
import { tlsFront } from '../../support/network/tls-front.ts';
import { type ReferenceGateway, startReference } from '../../support/reference-gateway.ts';
import { folderOfTest, reportIn, writerIn } from '../../support/test-folder.ts';

const LOAD = 'load --scenario chat-stream --arrival-rate 15/s --duration 2s'.split(' ');
const BURSTS = 'load --scenario chat-stream --bursts 6/500ms --duration 2s'.split(' ');
const CONFORM = ['conform', '--rule', 'transport-speaks-http', '--rule', 'chat-choices-shape'];

/** Passes connections on to the gateway, until the test has finished. */
async function front({ address }: ReferenceGateway, place: ListenOptions): Promise<void> {
  const { hostname, port } = new URL(address);
  const server = createServer((client) => {
    const gateway = connect(Number(port), hostname);
    client.pipe(gateway).pipe(client);
    client.on('error', () => gateway.destroy()).on('close', () => gateway.destroy());
    gateway.on('error', () => client.destroy());
  });
  server.listen(place);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
}

test('a gateway at a unix socket is checked and loaded', async () => {
  const gateway = await startReference({ ttftMs: 5, itlMs: 1 });
  const folder = await folderOfTest('socket');
  const path = join(folder, 'gw.sock');
  await front(gateway, { path });
  const target = 'http://gateway.test/v1';
  const config = await writerIn(folder)('assay.yaml', `target: ${target}\nunixSocket: gw.sock\n`);
  const { env } = gateway;
  const conform = await assay([...CONFORM, '--config', config, '--out', join(folder, 'a')], {
    env,
  });
  expect(conform).toMatchObject({ code: 0 });
  expect(conform.stderr).toMatch(`Socket: ${path}, for the requests to ${target}`);
  const { target: facts } = await reportIn(join(folder, 'a'));
  expect(facts.note).toBe(`Connections were made to the socket ${path}.`);
  const words = [...LOAD, '--target', target, '--unix-socket', path, '--out', join(folder, 'b')];
  const loaded = await assay(words, { env: { ...env, HTTP_PROXY: 'http://127.0.0.1:1' } });
  expect(loaded).toMatchObject({ code: 0 });
  const { load } = await reportIn(join(folder, 'b'));
  expect(load).toMatchObject({ judgedShare: 1, violations: [], connections: [{ address: path }] });
});

test('a load goes to all addresses of a name that accept it, and says to which', async () => {
  const gateway = await startReference({ ttftMs: 5, itlMs: 1 });
  const folder = await folderOfTest('addresses');
  const { env } = gateway;
  const { port, pathname } = new URL(gateway.address);
  await front(gateway, { host: '127.0.0.3', port: Number(port) });
  const resolve = `gateway.test:${port}:127.0.0.2,127.0.0.1,127.0.0.3`;
  const words = ['--target', `http://gateway.test:${port}${pathname}`, '--resolve', resolve];
  const conform = await assay([...CONFORM, ...words, '--out', join(folder, 'a')], { env });
  expect(conform).toMatchObject({ code: 0 });
  expect(conform.stderr).toContain(`Addresses: 127.0.0.2, 127.0.0.1, 127.0.0.3, for the requests`);
  const loaded = await assay([...BURSTS, ...words, '--verbose', '--out', join(folder, 'b')], {
    env,
  });
  expect(loaded).toMatchObject({ code: 0 });
  const { load } = await reportIn(join(folder, 'b'));
  expect(load).toMatchObject({ judgedShare: 1, violations: [] });
  const of = (host: string) =>
    load?.connections?.find((each) => each.address === `${host}:${port}`);
  expect(of('127.0.0.1')?.opened).toBeGreaterThan(0);
  expect(of('127.0.0.3')?.opened).toBeGreaterThan(0);
  expect(of('127.0.0.2')).toMatchObject({ opened: 0 });
  expect(loaded.stdout).toContain('Connections went to 2 addresses: 127.0.0.1:');
  expect(loaded.stdout).toContain('Connections that could not be opened: to 127.0.0.2:');
});

test('the certificate is that of the name, at whichever address', async () => {
  const gateway = await startReference({ ttftMs: 5, itlMs: 1 });
  const folder = await folderOfTest('addresses');
  const authority = certificate('for-another-name');
  const secured = new URL(await tlsFront(gateway.address, authority));
  const write = writerIn(folder);
  const ca = await write('ca.pem', authority.cert);
  const config = await write('assay.yaml', `tls: {ca: ${ca}}\n`);
  const reach = (name: string) =>
    assay(
      [
        ...CONFORM,
        '--config',
        config,
        '--out',
        join(folder, name),
        '--target',
        `https://${name}:${secured.port}${secured.pathname}`,
        '--resolve',
        `${name}:${secured.port}:127.0.0.1`,
      ],
      { env: gateway.env },
    );
  expect(await reach('another.example')).toMatchObject({ code: 0 });
  const other = await reach('gateway.test');
  expect(other.code).toBe(2);
  expect(other.stderr).toContain('is for another.example, and not for gateway.test');
});

test('a gateway at an IPv6 address is checked and loaded', async () => {
  const gateway = await startReference({ ttftMs: 5, itlMs: 1 });
  const folder = await folderOfTest('ipv6');
  const { port, pathname } = new URL(gateway.address);
  await front(gateway, { host: '::1', port: Number(port) });
  const words = ['gate', '--target', `http://[::1]:${port}${pathname}`, '--duration', '2s'];
  const { code } = await assay(
    [...words, '--rule', 'transport-speaks-http', '--arrival-rate', '10/s', '--out', folder],
    { env: gateway.env },
  );
  expect(code).toBe(0);
  const { load } = await reportIn(folder);
  expect(load).toMatchObject({ judgedShare: 1, connections: [{ address: `[::1]:${port}` }] });
});

test('a socket that cannot be used is named, with what to do', async () => {
  const folder = await folderOfTest('socket');
  const file = join(folder, 'file');
  await writeFile(file, '');
  const reach = (path: string) =>
    assay(['conform', '--target', 'http://gateway.test/v1', '--unix-socket', path], {
      env: { ASSAY_API_KEY: 'test_live_0123456789abcdef' },
    });
  const missing = await reach(join(folder, 'none.sock'));
  expect(missing.stderr).toContain(
    `The socket of the target does not exist: ${join(folder, 'none.sock')} (ENOENT). Check its path, and that the target runs.`,
  );
  const none = await reach(file);
  expect(none.stderr).toContain(`The path of the target is not a socket: ${file} (ECONNREFUSED).`);
  expect([missing.code, none.code]).toEqual([2, 2]);
  expect(() => requireSocket('EACCES', { ...NO_ACCESS, unixSocket: file })).toThrow(
    `Connections to the socket of the target are not permitted: ${file} (EACCES). Check the permissions`,
  );
});

test.each([
  [['--resolve', 'gateway.test:80'], 'resolve needs a name, its port and IP addresses'],
  [['--resolve', 'other.test:80:127.0.0.1'], 'resolve has other.test:80, and the target is gate'],
  [
    ['--resolve', 'gateway.test:80:127.0.0.1', '--unix-socket', '/gw.sock'],
    '--unix-socket and --resolve cannot be combined.',
  ],
])('%j is refused', async (words, sentence) => {
  const target = ['--target', 'http://gateway.test/v1', ...words];
  const env = { ASSAY_API_KEY: 'test_live_0123456789abcdef' };
  for (const command of ['conform', 'load']) {
    const { code, stderr } = await assay([command, ...target], { env });
    expect(stderr).toContain(sentence);
    expect(code).toBe(3);
  }
});

test('a script that runs elsewhere has the addresses, and uses no socket', async () => {
  const emit = (...words: string[]) =>
    assay([...LOAD, '--emit', 'script', '--target', 'http://gateway.test/v1', ...words], {
      env: {},
    });
  const script = await emit('--resolve', 'gateway.test:80:10.0.0.1,10.0.0.2');
  expect(script.stdout).toMatch(/"?resolve"?\\?":\{\\?"gateway\.test:80\\?":\[\\?"10\.0\.0\.1/);
  const { code, stderr } = await emit('--unix-socket', '/gw.sock');
  expect(stderr).toContain('A load that runs elsewhere cannot use the socket of unixSocket');
  expect(code).toBe(3);
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assay } from '../../support/assay-in-process.ts';
import { forwardProxy } from '../../support/network/forward-proxy.ts';
import { startReference } from '../../support/reference-gateway.ts';
import { closedOrigin } from '../../support/tcp-server.ts';
import { folderOfTest, reportIn, writerIn } from '../../support/test-folder.ts';
import { freePort } from '../../system/support/free-port.ts';

const PASSWORD = 'pr0xy-pass-word-41c7';
const AUTHORIZATION = `Basic ${Buffer.from(`ci:${PASSWORD}`).toString('base64')}`;
const ENV = { ASSAY_API_KEY: 'test_live_0123456789abcdef' };
const [HTTP, HTTPS] = ['http://gateway.test/v1', 'https://gateway.test/v1'];
const RULES = ['chat-choices-shape', 'transport-speaks-http'].flatMap((id) => ['--rule', id]);

describe('a proxy that does not pass requests on', () => {
  const doctor = (target: string, proxy: string) =>
    assay(['conform', '--target', target, ...RULES], {
      env: { ...ENV, HTTP_PROXY: proxy, HTTPS_PROXY: proxy },
    });

  test.each([
    [
      HTTPS,
      'cut',
      2,
      'The proxy opened no connection to the target: http://PROXY (closed without an answer to CONNECT). Check its address in HTTPS_PROXY.',
    ],
    [
      HTTPS,
      403,
      2,
      'The proxy refuses the target: https://gateway.test/v1 (403 from http://PROXY). Ask who runs it to permit the target, or name its host in NO_PROXY where it can be reached directly.',
    ],
    [HTTP, 403, 2, 'The proxy refuses the target: http://gateway.test/v1 (403 from http://PROXY).'],
    [
      HTTPS,
      407,
      3,
      'The proxy asks for credentials: http://PROXY (407). Write them into HTTPS_PROXY, as in http://USER:PASSWORD@HOST:PORT.',
    ],
    [
      HTTP,
      407,
      3,
      'The proxy asks for credentials: http://PROXY (407). Write them into HTTP_PROXY,',
    ],
    [
      HTTPS,
      503,
      2,
      'The proxy did not reach the target: https://gateway.test/v1 (503 from http://PROXY). Check the host and the port of the target, and that it is running.',
    ],
    [
      HTTP,
      502,
      2,
      'The proxy did not reach the target: http://gateway.test/v1 (502 from http://PROXY).',
    ],
    [
      HTTP,
      'cut',
      2,
      'Target closed the connection without a response: http://gateway.test/v1 through the proxy http://PROXY',
    ],
  ] as const)('%s %s', async (target, fails, code, sentence) => {
    const { host } = await forwardProxy({ fails });
    const run = await doctor(target, host);
    expect(run.stderr).toContain(sentence.replace('PROXY', host));
    expect(run.code).toBe(code);
  });

  test('hangs', async () => {
    const { host } = await forwardProxy({ fails: 'hang' });
    const { code, stderr } = await doctor(HTTPS, host);
    expect(stderr).toContain(
      `The proxy is unresponsive: http://${host} (no connection within 10 s). Check its address in HTTPS_PROXY, and that it reaches ${HTTPS}.`,
    );
    expect(code).toBe(2);
  });

  test.each([HTTP, HTTPS])('refuses its credentials for %s', async (target) => {
    const { host } = await forwardProxy({ authorization: AUTHORIZATION });
    const { code, stderr } = await doctor(target, `http://ci:wrong-pass-word@${host}`);
    expect(stderr).toContain(
      `The proxy refused its credentials: http://${host} (407). Check those`,
    );
    expect(stderr).not.toContain('wrong-pass-word');
    expect(code).toBe(3);
  });

  test.each([HTTP, HTTPS])('refuses connections for %s, or has no address', async (target) => {
    const dead = await closedOrigin();
    const refused = await doctor(target, dead);
    expect(refused.stderr).toContain(`The proxy refused the connection: ${dead} (ECONNREFUSED).`);
    const unknown = await doctor(target, 'http://proxy.invalid:3128');
    expect(unknown.stderr).toMatch(
      /Host of the proxy was not found: http:\/\/proxy\.invalid:3128 \(E\w+\)\. Check its address in HTTPS?_PROXY\./,
    );
    expect([refused.code, unknown.code]).toEqual([2, 2]);
  });

  test.each([
    [
      'socks5://127.0.0.1:1',
      'A proxy of the scheme socks5 cannot be used: HTTP_PROXY. Name an HTTP',
    ],
    ['http://ci:secret@:1', 'The address of the proxy is invalid: HTTP_PROXY.'],
  ])('cannot be used: %s', async (proxy, sentence) => {
    const { code, stderr } = await doctor(HTTP, proxy);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('secret');
    expect(code).toBe(3);
  });
});

describe('a proxy of an http target', () => {
  test('passes on every request, is named first and in the report, and its credentials nowhere', async () => {
    const gateway = await startReference();
    const { host, asked } = await forwardProxy({
      to: new URL(gateway.address).host,
      authorization: AUTHORIZATION,
    });
    const out = await folderOfTest('proxy');
    const run = await assay(['conform', '--target', HTTP, ...RULES, '--out', out], {
      env: { ...gateway.env, HTTP_PROXY: `http://ci:${PASSWORD}@${host}` },
    });
    expect({ code: run.code, stderr: run.stderr }).toMatchObject({ code: 0 });
    expect(run.stderr.split('\n')[0]).toBe(
      `Proxy: http://${host} (HTTP_PROXY), for the requests to ${HTTP}`,
    );
    expect(asked).toContain(`POST ${HTTP}/chat/completions`);
    expect(asked.every((line) => line.includes(' http://gateway.test/'))).toBe(true);
    const report = await reportIn(out);
    expect(report.target.note).toContain(`Requests went through the proxy http://${host},`);
    expect(report.rules.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['chat-choices-shape', 'pass'],
      ['transport-speaks-http', 'not-applicable'],
    ]);
    const written = await readFile(join(out, 'report.json'), 'utf8');
    for (const text of [written, run.stdout, run.stderr]) {
      expect(text).not.toContain(PASSWORD);
      expect(text).not.toContain(AUTHORIZATION.slice(6));
    }
  });

  test('is named by doctor', async () => {
    const gateway = await startReference();
    const { host, asked } = await forwardProxy({ to: new URL(gateway.address).host });
    const env = { ...gateway.env, http_proxy: host };
    const { stdout } = await assay(`doctor --target ${HTTP}`, { env });
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      `${HTTP} through the proxy http://${host} responds in`,
    );
    expect(asked.length).toBeGreaterThan(2);
  });

  test('passes on what watch passes on', async () => {
    const gateway = await startReference();
    const { host, asked } = await forwardProxy({
      to: new URL(gateway.address).host,
      authorization: AUTHORIZATION,
    });
    const port = await freePort();
    const watching = assay(`watch --target ${HTTP} --port ${port} --for 2s --format text`, {
      env: { HTTP_PROXY: `http://ci:${PASSWORD}@${host}` },
    });
    const answered = () => fetch(`http://127.0.0.1:${port}/v1/models`).then(({ status }) => status);
    await expect.poll(() => answered().catch(() => 0)).toBe(401);
    const { stderr } = await watching;
    expect(stderr.split('\n')[0]).toContain(`Proxy: http://${host} (HTTP_PROXY)`);
    expect(asked.at(-1)).toBe(`GET ${HTTP}/models`);
  });

  test('is not that of a gateway that Assay starts', async () => {
    const folder = await folderOfTest('proxy');
    await writerIn(folder)('assay.yaml', `proxy: ${await closedOrigin()}\n`);
    const run = await assay(['conform', '--target', 'embedded', ...RULES], { cwd: folder });
    expect(run).toMatchObject({ code: 0 });
  });

  test('in assay.yaml is for this machine too, and none there turns that of the environment off', async () => {
    const gateway = await startReference();
    const { host, asked } = await forwardProxy({ to: new URL(gateway.address).host });
    const folder = await folderOfTest('proxy');
    const write = writerIn(folder);
    const env = { ...gateway.env, PROXY_PASSWORD: PASSWORD };
    await write('assay.yaml', `proxy: http://ci:\${PROXY_PASSWORD}@${host}\n`);
    const through = await assay(['conform', '--target', gateway.address, ...RULES], {
      env,
      cwd: folder,
    });
    expect(through.stderr).toContain(`Proxy: http://${host} (proxy in the configuration)`);
    expect(through.code).toBe(0);
    expect(asked.length).toBeGreaterThan(2);
    const shown = await assay('config check', { env, cwd: folder });
    expect(shown.stdout).toContain('proxy');
    expect(shown.stdout).not.toContain(PASSWORD);
    await write('assay.yaml', 'proxy: none\n');
    const direct = await assay(['conform', '--target', 'http://gateway.invalid', ...RULES], {
      env: { ...env, HTTP_PROXY: host },
      cwd: folder,
    });
    expect(direct.stderr).toContain('Host of the target was not found');
  });
});

import { expect, onTestFinished, test } from 'vitest';
import { findBehaviour } from '../../../reference-server/hostile/behaviours/index.ts';
import { startHostileServer } from '../../../reference-server/hostile/server.ts';
import { assay } from '../../support/assay-in-process.ts';
import { loopbackServer } from '../../support/loopback-server.ts';
import { serveInTest } from '../../support/tcp-server.ts';
import { testFolder } from '../../support/test-folder.ts';

const KEY = 'test_live_0123456789abcdef';
const env = { ASSAY_API_KEY: KEY };
const out = await testFolder('unreachable');

test.each([
  [['--header', 'X-Team'], "--header needs a name, a colon and a value, such as 'X-Team: qa'."],
  [['--header', 'Content-Length: 3'], 'Header cannot be set: Content-Length.'],
  [['--header', 'Authorization: Basic x'], 'Header cannot be set: authorization. It carries the'],
  [['--header', 'X-Team: ${NOT_SET}'], 'needs the environment variable NOT_SET, which is not set'],
])('access: %j is reported in one sentence with exit code 3', async (flags, sentence) => {
  const { code, stderr } = await assay(['conform', '--target', 'http://127.0.0.1:1', ...flags], {
    env,
  });
  expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 3, lines: 1 });
  expect(stderr).toContain(sentence);
});

test('not HTTP: a target of another protocol is a finding with its first bytes, and exit code 1', async () => {
  const { origin } = await serveInTest((socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n'));
  const run = await assay(
    ['conform', '--target', origin, '--rule', 'transport-speaks-http', '--verbose', '--out', out],
    { env },
  );
  expect(run.stderr).toContain(
    `The response of the target is not HTTP: ${origin}. It begins with: SSH-2.0-OpenSSH_9.9\\r\\n`,
  );
  expect(run.stderr).toMatch(/Response to a valid request is not HTTP: chat, responses,/);
  expect(run.stdout).toMatch(/transport-speaks-http/);
  expect(run.stdout).toMatch(/expected +an HTTP\/1\.1 response/);
  expect(run.stdout).toContain('SSH-2.0-OpenSSH_9.9\\r\\n');
  expect(run.code).toBe(1);
});

test('not HTTP: describe reports the first bytes with exit code 2', async () => {
  const { origin } = await serveInTest((socket) => socket.write(`\u{1b}[31m ${KEY} \u{0}\r\n`));
  const run = await assay(['describe', '--target', origin, '--out', out], { env });
  expect(run.stderr).toBe(
    `The response of the target is not HTTP: ${origin}. It begins with: \\x1b[31m [API key 1] \\x00\\r\\n (check the port, and whether it uses http or https).\n`,
  );
  expect(run).toMatchObject({ code: 2, stdout: '' });
});

test.each([
  [
    'tls-self-signed',
    'The certificate of the target is self-signed: ADDRESS. To trust it, set tls.ca in the configuration, or NODE_EXTRA_CA_CERTS, to the file of its certificate.',
  ],
  ['tls-plain-text', 'The target does not speak TLS: ADDRESS. Check its port, or use http:'],
])('TLS: %s is reported with its remedy, and exit code 2', async (name, words) => {
  const server = await startHostileServer(findBehaviour(name), { onStrayed: () => {} });
  onTestFinished(() => server.close());
  const { code, stderr } = await assay(['conform', '--target', server.address, '--out', out], {
    env,
  });
  expect(stderr).toContain(words.replace('ADDRESS', server.address));
  expect(code).toBe(2);
});

test('TLS: http to a port that speaks TLS is reported with its remedy, and exit code 2', async () => {
  const server = await startHostileServer(findBehaviour('tls-self-signed'), {
    onStrayed: () => {},
  });
  onTestFinished(() => server.close());
  const target = server.address.replace('https:', 'http:');
  const { code, stderr } = await assay(['conform', '--target', target, '--out', out], { env });
  expect(stderr).toContain(`The target speaks TLS: ${target}. Use ${server.address}.\n`);
  expect(code).toBe(2);
});

test.each(['conform', 'doctor'])(
  'redirect: %s names the address to which every request is sent on, with exit code 3',
  async (command) => {
    const host = await loopbackServer(({ url }, response) => {
      response.writeHead(308, { location: `https://gateway.example/api${url}?key=s3cret` }).end();
    });
    const run = await assay([command, '--target', `http://${host}/v1`], { env });
    expect(run.stdout + run.stderr).toMatch(
      /^(✗ target +)?Target redirects every request: http:\S+\/v1\.\s+Use the address that it names: https:\/\/gateway\.example\/api\/v1\.\n/m,
    );
    expect(run.stdout + run.stderr).not.toContain('s3cret');
    expect(run.code).toBe(3);
  },
);

test('redirect: operations that are sent to different places are listed', async () => {
  const host = await loopbackServer(({ url }, response) => {
    const place = url?.includes('chat') ? 'https://chat.example' : 'https://gateway.example';
    response.writeHead(308, { location: `${place}${url}` }).end();
  });
  const { code, stderr } = await assay(['conform', '--target', `http://${host}`], { env });
  expect(stderr).toMatch(
    /chat: 308, a redirect to https:\/\/chat\.example\/chat\/completions, which is not followed/,
  );
  expect(code).toBe(2);
});

import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findEngine } from '../../../src/load/engine/find-engine.ts';
import { assay } from '../../support/assay-in-process.ts';
import { testFolder } from '../../support/test-folder.ts';
import { type Relay, startRelay } from '../support/relay.ts';

const TOKEN = 'Zq8-team-token-51f0c7';
const CODE = 'c0de/of==the-query';
const LITERAL = 'literal-secret-9d41ab';
const SECRETS = [TOKEN, CODE, encodeURIComponent(CODE), LITERAL];

const ACCESS = [
  'profile: ./keys.yaml',
  'headers:',
  '  X-Team: ${TEAM_TOKEN}',
  '  X-Plain: 7',
  'query: api-version=2024-10-21&code=${CODE}',
];
const API_KEY = profile('api-key');
const ENVIRONMENT = { TEAM_TOKEN: TOKEN, CODE };

const folder = await testFolder('access');

test('access: every request of conform carries header, query and key as they are configured', async () => {
  const relay = await startRelay('api-key');
  const run = await inFolder(API_KEY, relay, [
    'conform',
    '--header',
    `X-Api-Token: ${LITERAL}`,
    '--out',
    join(folder, 'conform'),
    ...['chat-required-fields', 'idempotency-one-effect', 'transport-reuse-after-error'].flatMap(
      rule,
    ),
    ...['auth-missing-refused', 'auth-unknown-key-refused', 'auth-other-scheme-refused'].flatMap(
      rule,
    ),
    ...['auth-key-exact-match', 'auth-scheme-case-insensitive'].flatMap(rule),
  ]);
  expect({ code: run.code, stderr: run.stderr, stdout: run.stdout }).toMatchObject({ code: 0 });
  expect(relay.seen.length).toBeGreaterThan(20);
  expectAccess(relay);
  expect(relay.seen.every(({ headers }) => headers['x-api-token'] === LITERAL)).toBe(true);
  expect(relay.seen.every(({ headers }) => headers.authorization === undefined)).toBe(true);
  await expectNoSecret(join(folder, 'conform'), run.stdout, run.stderr);
  const report = await readFile(join(folder, 'conform', 'report.json'), 'utf8');
  expect(report).toContain('${X_API_TOKEN}');
  expect(report).toContain('keyHeader or keyScheme of the profile sets another form');
});

test('access: so does every request of a load, and neither recording nor report shows them', async () => {
  const relay = await startRelay('api-key');
  const run = await inFolder(API_KEY, relay, [
    'load',
    '--arrival-rate',
    '20/s',
    '--duration',
    '1s',
    '--scenario',
    'chat-stream',
    '--record',
    join(folder, 'load.rec'),
    '--out',
    join(folder, 'load'),
  ]);
  expect({ code: run.code, stderr: run.stderr }).toMatchObject({ code: 0 });
  expect(relay.seen.length).toBeGreaterThan(10);
  expectAccess(relay);
  await expectNoSecret(join(folder, 'load'), run.stdout, run.stderr);
  const recording = await readFile(join(folder, 'load.rec'), 'latin1');
  expect(recording).toContain('["x-team","${TEAM_TOKEN}"]');
  for (const secret of [...SECRETS, ...relay.keys]) expect(recording).not.toContain(secret);
});

test('access: an emitted script holds no secret, says which it needs, and sends them', async () => {
  const relay = await startRelay('api-key');
  const { stdout, stderr } = await inFolder(
    API_KEY,
    relay,
    'load --arrival-rate 10/s --duration 1s --scenario chat --emit script'.split(' '),
  );
  expect(stderr).toBe(
    'The script contains no secrets. Set TEAM_TOKEN, CODE and ASSAY_API_KEY where it runs.\n',
  );
  for (const secret of SECRETS) expect(stdout).not.toContain(secret);
  const script = join(folder, 'script.js');
  await writeFile(script, stdout);
  const engine = await findEngine();
  const env = { ...process.env, ...ENVIRONMENT, ASSAY_API_KEY: relay.keys[0] };
  await promisify(execFile)(engine, ['run', '--quiet', script], { env, cwd: folder });
  expect(relay.seen.length).toBeGreaterThan(4);
  expectAccess(relay);
  const { CODE: _, ...lacking } = env;
  const failed = promisify(execFile)(engine, ['run', '--quiet', script], { env: lacking });
  await expect(failed).rejects.toThrow('the environment variable CODE is not set');
});

test('access: a target without a key needs none, and its auth rules are not applicable', async () => {
  const relay = await startRelay(null);
  const { code, stderr } = await inFolder(
    profile(null),
    relay,
    [
      'conform',
      '--out',
      join(folder, 'keyless'),
      ...['chat-required-fields', 'auth-missing-refused'].flatMap(rule),
    ],
    {},
  );
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(await readFile(join(folder, 'keyless', 'report.json'), 'utf8')).toContain(
    'needs a target that takes an API key: keyHeader is null in the profile',
  );
  expect(relay.seen.every(({ headers }) => headers.authorization === undefined)).toBe(true);
});

function rule(id: string): readonly string[] {
  return ['--rule', id];
}

function profile(keyHeader: string | null): string {
  const overrides = [{ setting: 'keyHeader', value: keyHeader, reason: 'The gateway uses it.' }];
  const also = [
    { setting: 'inFlightStatus', value: [409, 425], reason: 'Anything.' },
    { operation: 'video-create', value: 'absent', reason: 'Not looked at.' },
  ];
  const models = [
    ['chatModel', 'ref-chat'],
    ['responsesModel', 'ref-responses'],
    ['imageModel', 'ref-image'],
    ['transcriptionModel', 'ref-transcription'],
    ['ledgerPath', '/__effects'],
    ['raceRounds', 1],
  ].map(([setting, value]) => ({ setting, value, reason: 'Set as in the reference gateway.' }));
  return JSON.stringify({ name: 'keys', overrides: [...overrides, ...also, ...models] });
}

async function inFolder(
  keys: string,
  { address, keys: [first, second] }: Relay,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {
    ...ENVIRONMENT,
    ASSAY_API_KEY: first,
    ASSAY_API_KEY_2: second,
  },
) {
  await writeFile(join(folder, 'keys.yaml'), keys);
  const access = 'TEAM_TOKEN' in env ? ACCESS : ACCESS.slice(0, 1);
  await writeFile(join(folder, 'assay.yaml'), access.join('\n'));
  return await assay([...args, '--target', address], { cwd: folder, env });
}

function expectAccess({ seen }: Relay): void {
  const query = `?api-version=2024-10-21&code=${encodeURIComponent(CODE)}`;
  const without = seen.filter(
    ({ url = '', headers }) =>
      !url.replace('%2F', '%2F').includes(query) ||
      headers['x-team'] !== TOKEN ||
      headers['x-plain'] !== '7',
  );
  expect(without.map(({ method, url, headers }) => ({ method, url, headers }))).toEqual([]);
}

async function expectNoSecret(reports: string, ...texts: readonly string[]): Promise<void> {
  const names = await readdir(reports);
  expect(names.length).toBeGreaterThan(3);
  const files = await Promise.all(names.map((name) => readFile(join(reports, name), 'utf8')));
  for (const text of [...files, ...texts]) {
    for (const secret of SECRETS) expect(text).not.toContain(secret);
  }
}

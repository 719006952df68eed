import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { createReferenceServer, type ReferenceOptions } from '../../../reference-server/server.ts';
import { askTarget } from '../../../src/commands/init/ask-target.ts';
import { PACKAGE_NAME } from '../../../src/report/manifest.ts';
import { assay, expectRefused } from '../../support/assay-in-process.ts';
import { folderOfTest } from '../../support/test-folder.ts';
import { inFrontOf, without } from '../../support/without-operation.ts';

let folder: string;

beforeEach(async () => {
  folder = await folderOfTest('init');
});

interface Gateway {
  readonly address: string;
  readonly env: { readonly ASSAY_API_KEY: string };
  /** Requests that it was sent. */
  readonly seen: readonly string[];
}

type Answer = Parameters<typeof inFrontOf>[1];

/** The reference gateway behind a front that may answer otherwise. */
async function gateway(
  answer: Answer = () => undefined,
  options: ReferenceOptions = {},
): Promise<Gateway> {
  const server = createReferenceServer(options);
  const { address } = await server.listen();
  const seen: string[] = [];
  const front = await inFrontOf(address, (line) => {
    seen.push(line);
    return answer(line);
  });
  onTestFinished(async () => {
    await front.close();
    await server.close(0);
  });
  return { address: front.address, env: { ASSAY_API_KEY: server.keys[0] }, seen };
}

/** A gateway that does not say what it is, and lists these models. */
function foreign(models: readonly object[], more: Answer = () => undefined): Answer {
  return (line) => {
    if (line === 'GET /healthz') return { status: 404, body: {} };
    if (line === 'GET /models') return { status: 200, body: { data: models } };
    return more(line);
  };
}

function read(name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8');
}

async function initialized(args: readonly string[], env: Gateway['env']) {
  const run = await assay(['init', ...args], { env, cwd: folder });
  expect(run.stderr).not.toMatch(/rror/);
  expect(run.code).toBe(0);
  return run;
}

test('assay init: the next step works as printed', async () => {
  const { address, env } = await gateway();
  const { stdout } = await initialized(['--target', address], env);
  expect(stdout).toMatch(/^Next: npx assay gate --baseline assay\.baseline\.yaml$/m);
  expect(stdout).toMatch(
    /^Then: npx assay report --suggest-objectives prints .* for slo of assay\.yaml\.$/m,
  );
  const [, next = ''] = /^Next: npx assay (.*)$/m.exec(stdout) ?? [];
  const run = await assay([...next.split(' '), '--dry-run'], { env, cwd: folder });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(parse(await read('assay.yaml'))).toMatchObject({ target: address, profile: 'reference' });
});

test('assay init: a conformance run with the written files passes', async () => {
  const { address, env } = await gateway();
  await initialized(['--target', address], env);
  const args = ['conform', '--area', 'chat', '--baseline', 'assay.baseline.yaml', '--out', 'out'];
  const run = await assay(args, { env, cwd: folder });
  expect(run.stdout).toMatch(/^ PASS {2}conform of /);
  expect(run.code).toBe(0);
});

test('assay init: models of GET /models are assigned by their names', async () => {
  const ids = ['text-embedding-3', 'big-chat', 'flux-dev', 'whisper-large', 'sora-2'];
  const { address, env } = await gateway(foreign(ids.map((id) => ({ id }))));
  await initialized(['--target', address], env);
  expect(parse(await read('assay.yaml')).models).toEqual({
    chat: 'big-chat',
    responses: 'big-chat',
    images: 'flux-dev',
    transcription: 'whisper-large',
    video: 'sora-2',
  });
});

test('assay init: an operation that is missing is absent, one that refuses is named with its words', async () => {
  const { address, env } = await gateway(foreign([], without('POST /videos')));
  const { stderr } = await initialized(['--target', address], env);
  const text = await read('assay.yaml');
  expect(parse(text).operations).toMatchObject([{ operation: 'video-create', value: 'absent' }]);
  expect(text).toMatch(/^# {3}chat: 404 \S+: ".*"$/m);
  expect(stderr).toMatch(
    /^Valid request refused: chat: 404 \S+ for ".+": ".+" Set models\.chat in assay\.yaml/m,
  );
});

test.each([
  ['vllm', { id: 'a', owned_by: 'vllm' }],
  ['default', { id: 'a', owned_by: 'somebody' }],
])('assay init: profile %s is guessed from %j', async (profile, model) => {
  const { address, env } = await gateway(foreign([model]));
  await initialized(['--target', address], env);
  expect(parse(await read('assay.yaml')).profile).toBe(profile);
});

test('assay init: it says before it asks what will be billed, and asks each operation once', async () => {
  const { address, env, seen } = await gateway();
  const { stderr } = await initialized(['--target', address], env);
  expect(stderr).toBe(
    `Asking ${address}: GET /models, then one request to each operation. Billable: chat, responses, images, transcription, video-create, 1 each; the video job is cancelled.\n`,
  );
  const posts = seen.filter((line) => line.startsWith('POST ') && !line.includes('no-such-path'));
  expect(posts.toSorted()).toEqual([
    'POST /audio/transcriptions',
    'POST /chat/completions',
    'POST /images/generations',
    'POST /responses',
    'POST /videos',
  ]);
});

const CHATTY = foreign([{ id: 'ref-chat' }]);
const IGNORED = { faults: ['idem-ignored'] };

test.each([
  ['that keeps keys', 'offered', {}, /^$/],
  [
    'that ignores keys',
    'unknown',
    IGNORED,
    /^A retry with the same Idempotency-Key was executed again\. If that is intended, set "idempotency: not-offered"\.$/,
  ],
])('assay init: idempotency of a gateway %s is %s', async (_what, idempotency, options, said) => {
  const { address, env } = await gateway(CHATTY, options);
  const { stderr } = await initialized(['--target', address], env);
  expect(parse(await read('assay.yaml'))).toMatchObject({ profile: 'default', idempotency });
  expect(stderr).toMatch(/, 1 each, and 2 of chat under one Idempotency-Key; /);
  expect(stderr.split('\n').find((line) => line.includes('A retry')) ?? '').toMatch(said);
});

test.each([
  [true, 'not-offered'],
  [false, 'unknown'],
])(
  'assay init: the user settles whether ignored keys are intended: %s makes it %s',
  async (answer, idempotency) => {
    const { address, env } = await gateway(CHATTY, IGNORED);
    const asked: string[] = [];
    const found = await askTarget({
      written: { target: address },
      environment: env,
      say: () => {},
      confirm: (question) => {
        asked.push(question);
        return Promise.resolve(answer);
      },
    });
    expect(found.idempotency).toBe(idempotency);
    expect(asked).toEqual([
      'A retry with the same Idempotency-Key was executed again, and so billed twice. Is that intended?',
    ]);
  },
);

test.each(['assay.yaml', '.assay/assay.schema.json', 'assay.baseline.yaml', '.gitlab/assay.yml'])(
  'assay init: where %s exists, nothing is sent or written',
  async (name) => {
    const { address, env, seen } = await gateway();
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), 'mine');
    const run = await assay(['init', '--target', address, '--ci', 'gitlab'], { env, cwd: folder });
    expect(run.stderr).toBe(`${name} already exists. Choose another name or delete it.\n`);
    expect(run.code).toBe(3);
    expect(seen).toEqual([]);
    expect(await read(name)).toBe('mine');
    expect(await filesBelow()).toEqual([name]);
  },
);

async function filesBelow(): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
}

test('assay init: where one file cannot be written, none is, and no folder remains', async () => {
  await writeFile(join(folder, '.github'), 'a file');
  const run = await assay(['init', 'new/staging.yaml', '--ci', 'github'], { cwd: folder });
  expect(run.stderr).toMatch(
    /^Cannot write .*assay-staging\.yml \(ENOTDIR\)\. Check its folder\.\n$/,
  );
  expect(run.code).toBe(3);
  expect(await readdir(folder)).toEqual(['.github']);
});

test('assay init: missing folders are made, and a second configuration shares the schema', async () => {
  await initialized(['gateways/eu/staging.yaml'], { ASSAY_API_KEY: '' });
  const { stdout } = await initialized(['gateways/eu/prod.yaml'], { ASSAY_API_KEY: '' });
  expect(stdout).toMatch(
    /^Next: npx assay gate --config gateways\/eu\/prod\.yaml --baseline gateways\/eu\/prod\.baseline\.yaml$/m,
  );
  expect((await filesBelow()).toSorted()).toEqual([
    'gateways/eu/.assay/assay.schema.json',
    'gateways/eu/prod.baseline.yaml',
    'gateways/eu/prod.yaml',
    'gateways/eu/staging.baseline.yaml',
    'gateways/eu/staging.yaml',
  ]);
});

test('assay init: a committed file names its schema by a path that any machine has', async () => {
  await initialized([], { ASSAY_API_KEY: '' });
  const [, schema = ''] = /\$schema=(\S+)/.exec(await read('assay.yaml')) ?? [];
  expect(schema).toBe('./.assay/assay.schema.json');
  expect(JSON.parse(await read(schema))).toMatchObject({ title: 'Assay configuration' });
});

test('assay init: the workflow lies at the root of the repository, and its paths start there', async () => {
  await mkdir(join(folder, '.git'));
  await mkdir(join(folder, 'gateways'));
  const run = await assay(['init', '--ci', 'github'], { cwd: join(folder, 'gateways') });
  expect(run.stdout).toContain('Wrote ../.github/workflows/assay.yml\nWrote ../.gitignore\n');
  const { jobs } = parse(await read('.github/workflows/assay.yml'));
  expect(jobs.gate.steps.map(({ run: line }: { run?: string }) => line).filter(Boolean)).toEqual([
    'npm ci',
    'npx assay gate --config gateways/assay.yaml --baseline gateways/assay.baseline.yaml --out assay-report',
    'npx assay report assay-report --comment "$GITHUB_WORKFLOW, $GITHUB_JOB"',
  ]);
  expect(jobs.gate.steps[3].env).toEqual({
    ASSAY_API_KEY: '${{ secrets.ASSAY_API_KEY }}',
    ASSAY_API_KEY_2: '${{ secrets.ASSAY_API_KEY_2 }}',
  });
});

const COMMIT = 'Commit package.json, package-lock.json';

test.each([
  [{}, /^Add Assay to package\.json, .*npm install --save-dev with the two files of a release\.$/m],
  [{ [PACKAGE_NAME]: '^0.1.0' }, /^Commit package\.json and package-lock\.json: the workflow /m],
  [
    { [PACKAGE_NAME]: 'file:vendor/a.tgz', '@assay/engine-linux-x64': 'file:b.tgz', x: 'file:x' },
    new RegExp(`^${COMMIT}, vendor/a\\.tgz and b\\.tgz: the workflow installs Assay`, 'm'),
  ],
])('assay init: what npm ci of the workflow needs is named, %j', async (devDependencies, step) => {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ devDependencies }));
  const { stdout } = await initialized(['--ci', 'gitlab'], { ASSAY_API_KEY: '' });
  expect(stdout).toMatch(step);
});

test.each([
  ['absent', undefined, 'reports/\n'],
  ['without the reports', 'node_modules', 'node_modules\nreports/\n'],
  ['with the reports', 'a\n/reports/\n', 'a\n/reports/\n'],
  ['with some of the reports', '/reports/runs/\n', '/reports/runs/\n'],
])('assay init: .gitignore that is %s has them afterwards', async (_, before, after) => {
  await mkdir(join(folder, '.git'));
  if (before !== undefined) await writeFile(join(folder, '.gitignore'), before);
  await initialized([], { ASSAY_API_KEY: '' });
  expect(await read('.gitignore')).toBe(after);
});

test.each([
  [
    'a refused key',
    401,
    3,
    /^Target refused the API key: \S+ returned 401\. Check ASSAY_API_KEY\.$/m,
  ],
  [
    'a wrong path',
    404,
    3,
    /^Target offers no operation: \S+\. Check whether its address needs a path prefix/m,
  ],
])('assay init: with %s nothing is written', async (_, status, code, message) => {
  const { address, env } = await gateway((line) =>
    line === 'GET /healthz' ? undefined : { status, body: { error: { message: 'no' } } },
  );
  const run = await assay(['init', '--target', address], { env, cwd: folder });
  expect(run.stderr).toMatch(message);
  expect(run.code).toBe(code);
  expect(await readdir(folder)).toEqual([]);
});

test('assay init: a header that looks like a secret is refused before anything is sent', async () => {
  const { address, env, seen } = await gateway();
  const token = 'X-Team-Token: abc123';
  const refused = await assay(['init', '--target', address, '--header', token], {
    env,
    cwd: folder,
  });
  expect(refused.stderr).toMatch(
    /^--header X-Team-Token looks like a secret, .*'X-Team-Token: \$\{NAME\}'/,
  );
  expect(refused.stderr).not.toContain('abc123');
  expect(refused.code).toBe(3);
  expect(seen).toEqual([]);
});

test('assay init: a header with a variable stands in the file without its value', async () => {
  const { address, env } = await gateway();
  const run = await assay(['init', '--target', address, '--header', 'X-Team-Token: ${TEAM}'], {
    env: { ...env, TEAM: 'secret-4711-value' },
    cwd: folder,
  });
  expect(run.code).toBe(0);
  const text = await read('assay.yaml');
  expect(parse(text).headers).toEqual({ 'X-Team-Token': '${TEAM}' });
  expect(text).not.toContain('4711');
});

test('assay init: a folder that takes no file is reported with exit code 3', async () => {
  await expectRefused(
    ['init', '/sys/assay/assay.yaml'],
    /^Cannot write \/sys\/assay\/assay\.yaml \(\w+\)\. Check its folder\.\n$/,
  );
});

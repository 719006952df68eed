import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { END, exchangeHeader, frameBytes } from '../../load/tap/frame-bytes.ts';
import { assay, expectRefused } from '../../support/assay-in-process.ts';
import { reportIn } from '../../support/test-folder.ts';
import { halfRecorded, KEPT, loaded, recording } from './support/recorded-run.ts';
import { podOf, type StandInCluster, standInCluster } from './support/stand-in-cluster.ts';

const KEY = 'assay_live_0123456789abcdef';
let cluster: StandInCluster;
let out: string;

beforeEach(async () => {
  cluster = await standInCluster();
  out = await mkdtemp(join(tmpdir(), 'assay-on-cluster-'));
});

afterEach(async () => {
  await cluster.remove();
  await rm(out, { recursive: true });
});

async function load(...args: readonly string[]) {
  const target = ['--target', 'http://gateway:8080/v1', '--duration', '1s'];
  const run = await assay(['load', '--on-cluster', ...target, '--out', out, ...args], {
    env: { ...cluster.env, ASSAY_API_KEY: KEY },
  });
  expect(run.stdout + run.stderr, 'no stack trace').not.toContain('Internal error');
  return run;
}

async function reportOf() {
  return await reportIn(out);
}

test('on-cluster: recordings of a claim are copied through one pod, judged as one load, and everything is removed', async () => {
  await cluster.answer('claims', 'persistentvolumeclaim/assay-recordings');
  await loaded(cluster, KEPT);
  for (const index of [0, 1]) {
    const request = frameBytes('exchange', exchangeHeader({ id: index + 1 }), 'data: [DONE]\n\n');
    const bytes = recording(index, request, frameBytes('end', END));
    await cluster.putFile('claim', `RUN-${index + 1}-x.rec`, bytes);
    await cluster.putFile('claim', `RUN-${index + 1}-x.exit-code`, '0\n');
  }
  await cluster.putFile('claim', 'assay-00000000-1-x.rec', 'another run');
  const { stderr } = await load();
  expect(stderr).toContain('Cluster: kind-test; TestRun assay-');
  expect(stderr).toContain('Cluster: recording of runner 2 copied');
  const report = await reportOf();
  expect(report.command).toBe('load');
  expect(report.load).toMatchObject({ exchanges: 2 });
  const calls = await cluster.calls();
  expect(calls.at(-1)).toMatch(
    /^delete testruns\.k6\.io\/(assay-\w{8}) configmaps\/\1 secrets\/\1 --ignore-not-found --cascade=foreground$/,
  );
  const left = await readdir(join(cluster.folder, 'volumes', 'claim'));
  expect(left, 'only the recording of the other run is left').toEqual(['assay-00000000-1-x.rec']);
  expect(await cluster.created()).toContain('"claimName":"assay-recordings"');
});

test('on-cluster: keys go to kubectl on its standard input only, in a Secret of the run', async () => {
  await cluster.answer('create.error', 'Error from server (Forbidden): no');
  const { code, stderr } = await load();
  expect(stderr).toContain(
    'kubectl create --dry-run=server -f - failed: Error from server (Forbidden): no.',
  );
  expect(code).toBe(3);
  expect((await cluster.calls()).join('\n')).not.toContain(KEY);
});

test('on-cluster: without a claim the pods keep their recordings, and a killed runner is named', async () => {
  await cluster.answer('testrun', { status: { stage: 'started' } });
  const killed = { state: { terminated: { exitCode: 137, reason: 'OOMKilled' } } };
  await cluster.answer('work', {
    items: [
      podOf('RUN-1', KEPT),
      podOf('RUN-2', { phase: 'Failed', containerStatuses: [{ name: 'k6', ...killed }] }),
      podOf('RUN-starter', { phase: 'Succeeded' }),
    ],
  });
  await cluster.putFile('1-x', 'RUN-1-x.exit-code', '0\n');
  await cluster.putFile('1-x', 'RUN-1-x.rec', recording(0, frameBytes('end', END)));
  const { code, stderr } = await load('--record', join(out, 'run.rec'));
  expect(code, stderr).toBe(2);
  const report = await reportOf();
  expect(report.partial).toBe(true);
  expect(report.reasons.join(' ')).toMatch(
    /Runner 2: it left no recording; pod assay-\w{8}-2-x: container k6: OOMKilled: exit code 137\./,
  );
  expect(report.reasons.join(' ')).toContain('Segment 2 of 2 is missing.');
  expect(await readdir(out)).toContain('run-1.rec');
  const created = await cluster.created();
  expect(created).toContain('"emptyDir":{}');
  expect(created).toContain(`"ASSAY_API_KEY":"${KEY}"`);
});

test('on-cluster: a copy whose connection breaks goes on where it stopped', async () => {
  await halfRecorded(cluster);
  await cluster.putProgram('tail', [
    '[ -f "$CLUSTER/broken" ] && exec /usr/bin/tail "$@"',
    'echo "error: stream broken" > "$CLUSTER/broken"',
    '/usr/bin/tail "$@" | head -c 100',
    'exit 1',
  ]);
  const { stderr } = await load();
  expect(stderr).toContain('Cluster: recording of runner 1 copied');
  const copies = (await cluster.calls()).filter((call) => call.includes('tail -c'));
  expect(copies.map((call) => /tail -c \+\d+/.exec(call)?.[0])).toEqual([
    'tail -c +1',
    'tail -c +101',
  ]);
});

test('on-cluster: a copy that differs from the recording is refused', async () => {
  await halfRecorded(cluster);
  await cluster.putProgram('sha256sum', ['cat > /dev/null; echo "0123 -"']);
  const { code, stderr } = await load();
  expect(stderr).toMatch(
    /No recording could be copied from the cluster\. Runner 1: The copy of assay-\w{8}-1-x\.rec from pod .* differs/,
  );
  expect(code).toBe(3);
});

test.each([
  'error: resource mapping not found for name: "x": no matches for kind "TestRun" in version "k6.io/v1alpha1"',
  'Unable to connect to the server: dial tcp 10.0.0.1:6443: i/o timeout',
  'Error from server (NotFound): namespaces "load" not found',
])(
  'on-cluster: nothing is created where the cluster says %j, and that is reported',
  async (text) => {
    await cluster.answer('create.error', `E1123 05:00:00.0 memcache.go:265] "Unhandled"\n${text}`);
    const { code, stderr } = await load();
    expect(stderr).toContain(`failed: ${text.replace('error: ', '')}.`);
    expect(code).toBe(3);
    const calls = await cluster.calls();
    expect(calls.filter((call) => /^(create -f|delete)/.test(call))).toEqual([]);
  },
);

const REFUSED = {
  phase: 'Pending',
  containerStatuses: [
    { name: 'k6', state: { waiting: { reason: 'InvalidImageName', message: 'no "A:b"' } } },
  ],
};
const FAILED = {
  phase: 'Failed',
  containerStatuses: [{ name: 'k6', state: { terminated: { exitCode: 255, reason: 'Error' } } }],
};

test.each([
  ['a pod that failed', FAILED, ['container k6: Error: exit code 255', ': level=error msg="no"']],
  ['a container that cannot start', REFUSED, ['container k6: InvalidImageName: no "A:b"']],
])(
  'on-cluster: a load that %s keeps from starting ends in the words of the cluster, and is removed',
  async (_, status, lines) => {
    await cluster.answer('testrun', { status: { stage: 'initialization' } });
    await cluster.answer('work', { items: [podOf('RUN-initializer', status)] });
    await cluster.answer('log', 'level=error msg="no"\n');
    const { code, stderr } = await load('--start-limit', '1s');
    expect(stderr).toMatch(/The load of TestRun assay-\w{8} does not start \(stage initialization/);
    for (const line of lines) expect(stderr).toContain(line);
    expect(code).toBe(3);
    expect((await cluster.calls()).at(-1)).toMatch(/^delete /);
  },
);

test.each([
  ['read its TestRun', 'testrun'],
  ['run a command in a pod', 'exec'],
])(
  'on-cluster: without the right to %s, the load ends at once in the words of Kubernetes',
  async (_, what) => {
    const words = 'Error from server (Forbidden): User "ci" cannot do this in the namespace "load"';
    await loaded(cluster, KEPT);
    await cluster.answer(`${what}.error`, words);
    const { code, stderr } = await load();
    expect(stderr).toContain(`failed: ${words}.`);
    expect(code).toBe(3);
    // A command for another pod may still be under way.
    expect(await cluster.calls()).toContainEqual(expect.stringMatching(/^delete /));
  },
);

test('on-cluster: without kubectl the message says what needs it', async () => {
  await expectRefused(
    ['load', '--on-cluster', '--target', 'http://gateway:1'],
    /^kubectl is not on the PATH\. Install it/,
    {
      env: { PATH: out },
    },
  );
});

test('on-cluster: without a key here, the pods read the Secret of the namespace', async () => {
  await cluster.answer('testrun', { status: { stage: 'error' } });
  await cluster.answer('work', { items: [] });
  await assay(['load', '--on-cluster', '--target', 'http://gateway:1'], { env: cluster.env });
  const created = await cluster.created();
  expect(created).toContain('"envFrom":[{"secretRef":{"name":"assay-keys"}}]');
  expect(created).not.toContain('"kind":"Secret"');
});

test.each([
  [['--start-limit', '1m'], /^--start-limit needs --on-cluster\./],
  [['--on-cluster', '--segments', '2'], /^--on-cluster and --segments cannot be combined\./],
  [['--on-cluster', '--emit', 'script'], / cannot be combined\. Remove one of them\.\n$/],
  [['--on-cluster', '--namespace', 'Load'], /^--namespace needs a name in lower-case letters/],
  [['--on-cluster', '--target', 'embedded'], /needs the address of a gateway/],
])('on-cluster: %j is refused with exit code 3', async (args, sentence) => {
  await expectRefused(['load', ...args], sentence);
});

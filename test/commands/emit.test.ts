import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { assay, expectRefused } from '../support/assay-in-process.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = await testFolder('emit');

test('emit: a gateway that runs only during the command is refused with the remedy', async () => {
  await expectRefused(
    ['load', '--emit', 'script'],
    'the target is embedded. Set it with --target.',
    { cwd: folder },
  );
});

test('emit: credentials in the address are refused, and not repeated', async () => {
  const target = 'http://user:pass@127.0.0.1:8080';
  const { code, stdout, stderr } = await assay(['load', '--emit', 'script', '--target', target]);
  expect(stdout + stderr).not.toContain('pass@');
  expect(stderr).toContain('The address of the target contains credentials.');
  expect(code).toBe(3);
});

test.each([
  [['--target', 'embedded'], /^A load that runs elsewhere needs the address of a gateway/],
  [['--parallelism', '0'], /^--parallelism needs an integer from 1 to 10000; got "0"\./],
])('emit: %j is reported with exit code 3', async (args, sentence) => {
  await expectRefused(['load', '--emit', 'k6-operator', ...args], sentence);
});

test('emit: a workload that needs a file of this machine is reported with exit code 3', async () => {
  const config = join(folder, 'prompts.yaml');
  await writeFile(join(folder, 'prompts.txt'), 'Hello.\n');
  await writeFile(config, `workload: {prompts: {file: ${join(folder, 'prompts.txt')}}}\n`);
  await expectRefused(
    ['load', '--emit', 'k6-operator', '--target', 'http://gateway:1', '--config', config],
    /^Pods cannot read the local file of the workload: .*prompts\.txt\. Run/,
  );
});

const CLUSTER = ['load', '--emit', 'k6-operator', '--target', 'http://gateway:1'];

async function clusterRun(...args: readonly string[]) {
  const { code, stdout, stderr } = await assay([...CLUSTER, ...args]);
  expect(code, stderr).toBe(0);
  const [configMap, testRun] = parseAllDocuments(stdout).map((text) => text.toJS());
  return { configMap, testRun, stderr };
}

test('emit: a TestRun runs its script in pods that have the keys of a Secret and record to the claim', async () => {
  const { configMap, testRun } = await clusterRun('--image', 'registry.example/engine:7');
  const { name } = testRun.metadata;
  expect(name).toMatch(/^assay-[0-9a-f]{8}$/);
  expect(configMap).toMatchObject({ kind: 'ConfigMap', metadata: { name } });
  expect(configMap.data['scenario.js']).toContain('http://gateway:1');
  const { parallelism, script, initializer, runner } = testRun.spec;
  expect(parallelism).toBe(2);
  expect(script).toEqual({ configMap: { name, file: 'scenario.js' } });
  expect([initializer.image, runner.image]).toEqual(Array(2).fill('registry.example/engine:7'));
  expect(runner.envFrom).toEqual([{ secretRef: { name: 'assay-keys' } }]);
  expect(runner.env).toContainEqual({
    name: 'ASSAY_RECORD',
    value: '/recordings/$(POD_NAME).rec',
  });
});

test('emit: every pod of a TestRun is one that pod security "restricted" admits', async () => {
  const { testRun } = await clusterRun();
  for (const pod of ['initializer', 'starter', 'runner']) {
    expect(testRun.spec[pod], pod).toMatchObject({
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 12_345,
        fsGroup: 12_345,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      containerSecurityContext: {
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      },
    });
  }
});

test('emit: the image has the user of the pods, as numbers', async () => {
  expect(await readFile('engine/Dockerfile', 'utf8')).toMatch(/^USER 12345:12345$/m);
});

test('emit: a pod requests memory for its share of the requests in flight, and its probe is patient', async () => {
  const few = await clusterRun('--parallelism', '2', '--in-flight', '100');
  const many = await clusterRun('--parallelism', '2', '--in-flight', '20000');
  expect(few.testRun.spec.runner.resources.requests.memory).toBe('384Mi');
  expect(many.testRun.spec.runner.resources.requests.memory).toBe('3328Mi');
  const { livenessProbe } = few.testRun.spec.runner;
  expect(livenessProbe.timeoutSeconds * livenessProbe.failureThreshold).toBeGreaterThan(60);
});

test('emit: the Secret and the volume claim are named with the command that creates the Secret', async () => {
  const { stderr } = await clusterRun();
  expect(stderr).toContain(
    'kubectl create secret generic assay-keys --from-literal=ASSAY_API_KEY=',
  );
  expect(stderr).toContain('volume claim assay-recordings');
});

test('emit: a rate that is more than the pods send is a warning with the number of pods', async () => {
  const { stderr } = await clusterRun('--arrival-rate', '9000/s', '--parallelism', '2');
  expect(stderr).toContain('Warning: 4 500 arrivals/s for each pod');
  expect(stderr).toContain('--parallelism 6');
  expect((await clusterRun('--arrival-rate', '2000/s')).stderr).not.toContain('Warning');
});

test('emit: a patch is merged into the TestRun, and its metadata into both objects', async () => {
  const patch = join(folder, 'patch.yaml');
  const lines = [
    'metadata: {namespace: load, labels: {team: gateways}}',
    'spec:',
    '  starter: {image: registry.example/starter:1}',
    '  runner: {nodeSelector: {pool: load}, livenessProbe: null, resources: {requests: {cpu: "4"}}}',
  ];
  await writeFile(patch, lines.join('\n'));
  const { configMap, testRun } = await clusterRun('--patch', patch, '--cleanup');
  const metadata = {
    name: testRun.metadata.name,
    namespace: 'load',
    labels: { team: 'gateways' },
  };
  expect([configMap.metadata, testRun.metadata]).toEqual([metadata, metadata]);
  const { cleanup, starter, runner } = testRun.spec;
  expect(cleanup).toBe('post');
  expect(starter).toMatchObject({
    image: 'registry.example/starter:1',
    securityContext: { runAsUser: 12_345 },
  });
  expect(runner).not.toHaveProperty('livenessProbe');
  expect(runner.nodeSelector).toEqual({ pool: 'load' });
  expect(runner.resources.requests).toEqual({ cpu: '4', memory: '384Mi' });
});

test.each([
  ['spek: {}', /patch-.*\.yaml: Unknown key: spek\. Did you mean spec\?/],
  ['metadata: {namespace: Load}', /metadata\.namespace/],
  ['- 1', /patch-/],
  ['spec: {parallelism: 3}', /^The patch sets spec\.parallelism: .*\. Remove it, and use --parall/],
])('emit: the patch %j is refused with exit code 3', async (text, sentence) => {
  const patch = join(folder, `patch-${text.length}.yaml`);
  await writeFile(patch, text);
  await expectRefused([...CLUSTER, '--patch', patch], sentence);
});

test.each([
  [['--parallelism', '3', '--in-flight', '2'], /^--parallelism 3 is more than the 2 requests/],
  [['--patch', 'absent.yaml'], /^Cannot read absent\.yaml\. The file does not exist/],
])('emit: %j is refused with exit code 3', async (args, sentence) => {
  await expectRefused([...CLUSTER, ...args], sentence);
});

test.each(['--patch=p.yaml', '--cleanup', '--image=x'])(
  'emit: %s without a cluster is refused',
  async (flag) => {
    await expectRefused(['load', flag], /^--\w+ needs .*--emit k6-operator\. Add .*, or remove/);
  },
);

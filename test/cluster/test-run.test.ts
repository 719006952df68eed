import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { RunReportSchema } from '../../src/report/schema/run-report.ts';
import { testFolder } from '../support/test-folder.ts';
import { kubectl } from './harness/cluster.ts';
import { ENGINE_IMAGE } from './harness/write-images.ts';
import { assay, GATEWAY, type Gateway, startGateway } from './support/inside.ts';
import { prepareNamespace, removeNamespace } from './support/load-namespace.ts';

const LOAD =
  `--target ${GATEWAY} --profile reference --scenario chat-stream --seed 7 --arrival-rate 30/s --duration 10s`.split(
    ' ',
  );
/** A node for tests has fewer cores than two pods ask for. */
const SPEC = { runner: { resources: { requests: { cpu: '100m' } } } };
const TestRunSchema = z.object({ metadata: z.object({ name: z.string() }) });
const JobsSchema = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string() }),
      status: z.object({ succeeded: z.number().optional(), failed: z.number().optional() }),
    }),
  ),
});

const folder = await testFolder('cluster');
let gateway: Gateway;
let namespace: string;
/** The name of the TestRun. */
let name: string;

beforeAll(async () => {
  gateway = await startGateway();
  namespace = await prepareNamespace('as-documented', { keys: gateway.keys, claim: 'local' });
  const patch = { metadata: { namespace }, spec: SPEC };
  await writeFile(join(folder, 'patch.yaml'), JSON.stringify(patch));
  const command = ['load', '--emit', 'k6-operator', '--parallelism', '2', '--patch', 'patch.yaml'];
  const emitted = await assay([...command, '--image', ENGINE_IMAGE, ...LOAD], { cwd: folder });
  expect(emitted.code, emitted.stderr).toBe(0);
  await writeFile(join(folder, 'run.yaml'), emitted.stdout);
  name = TestRunSchema.parse(parseAllDocuments(emitted.stdout)[1]?.toJS()).metadata.name;
}, 300_000);

afterAll(async () => {
  await gateway?.stop();
  await removeNamespace(namespace);
});

/** Copies the recordings through a pod that mounts the claim, as the documentation says. */
async function collect(): Promise<string[]> {
  const volumeMounts = [{ name: 'r', mountPath: '/recordings' }];
  const command = ['sleep', '600'];
  const overrides = {
    spec: {
      containers: [{ name: 'collect', image: ENGINE_IMAGE, command, volumeMounts }],
      volumes: [{ name: 'r', persistentVolumeClaim: { claimName: 'assay-recordings' } }],
    },
  };
  const collector = ['collect', `--image=${ENGINE_IMAGE}`, '--restart=Never'];
  const there = ['-n', namespace];
  await kubectl(...there, 'run', ...collector, `--overrides=${JSON.stringify(overrides)}`);
  await kubectl(...there, 'wait', 'pod', 'collect', '--for=condition=Ready', '--timeout=60s');
  const into = join(folder, 'recordings');
  await mkdir(into);
  await kubectl(...there, 'cp', 'collect:/recordings', into);
  const names = (await readdir(into)).filter((file) => file.startsWith(`${name}-`));
  return names.toSorted().map((file) => join(into, file));
}

test('a TestRun as emitted ends with the success of all its pods, and their recordings are one run', async () => {
  await kubectl('apply', '-f', join(folder, 'run.yaml'));
  const finished = '--for=jsonpath={.status.stage}=finished';
  await kubectl('-n', namespace, 'wait', 'testrun', name, finished, '--timeout=120s');
  const list = await kubectl('-n', namespace, 'get', 'jobs', '-o', 'json');
  const { items } = JobsSchema.parse(JSON.parse(list));
  const jobs = ['1', '2', 'initializer', 'starter'].map((part) => `${name}-${part}`);
  expect(
    items.map(({ metadata, status }) => [metadata.name, status.succeeded, status.failed]),
  ).toEqual(jobs.map((job) => [job, 1, undefined]));
  const recordings = await collect();
  expect(recordings).toHaveLength(2);
  const { stdout, stderr } = await assay(['judge', ...recordings, '--json'], { cwd: folder });
  const report = RunReportSchema.parse(JSON.parse(stdout || stderr));
  expect(report.partial).toBe(false);
  expect(report.load?.exchanges).toBeGreaterThan(200);
  expect(report.load?.judgedExchanges).toBe(report.load?.exchanges);
}, 300_000);

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { type RunReport, RunReportSchema } from '../../src/report/schema/run-report.ts';
import { kubectl } from './harness/cluster.ts';
import { KUBECTL } from './harness/places.ts';
import { ENGINE_IMAGE } from './harness/write-images.ts';
import { assay, GATEWAY, type Gateway, startGateway } from './support/inside.ts';
import { prepareNamespace, removeNamespace } from './support/load-namespace.ts';
import { isSame, type Recorded, readRecorded, unionOf } from './support/recorded.ts';

const LOAD = [
  '--target',
  GATEWAY,
  '--profile',
  'reference',
  '--scenario',
  'chat-stream',
  '--seed',
  '7',
].concat(['--arrival-rate', '30/s', '--duration', '10s']);
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

let folder: string;
let gateway: Gateway;
let namespace: string;
/** The name of the TestRun. */
let name: string;
let stages: readonly string[];
let pods: readonly Recorded[];
let merged: RunReport;
let one: Recorded;
let alone: RunReport;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-cluster-'));
  // Slow enough that two runs differ by little on a machine that does other work.
  gateway = await startGateway('--ttft', '600ms');
  namespace = await prepareNamespace('as-documented', { keys: gateway.keys, claim: 'local' });
  await writeFile(
    join(folder, 'patch.yaml'),
    JSON.stringify({ metadata: { namespace }, spec: SPEC }),
  );
  const image = ['--image', ENGINE_IMAGE];
  const command = ['load', '--emit', 'k6-operator', '--parallelism', '2', '--patch', 'patch.yaml'];
  const emitted = await assay([...command, ...image, ...LOAD], { cwd: folder });
  expect(emitted.code, emitted.stderr).toBe(0);
  await writeFile(join(folder, 'run.yaml'), emitted.stdout);
  name = TestRunSchema.parse(parseAllDocuments(emitted.stdout)[1]?.toJS()).metadata.name;
  stages = await run();
  const recordings = await collect();
  pods = recordings.map(readRecorded);
  merged = await judge(recordings);
  alone = await runOneEngine('one.rec', gateway.keys);
  one = readRecorded(join(folder, 'one.rec'));
}, 300_000);

afterAll(async () => {
  await gateway?.stop();
  await removeNamespace(namespace);
  await rm(folder, { recursive: true });
});

/** The same load by one engine; once more when the machine was too busy to start every arrival. */
async function runOneEngine(recording: string, keys: Gateway['keys']): Promise<RunReport> {
  const args = ['load', ...LOAD, '--segments', '1', '--record', recording, '--json'];
  for (let attempt = 1; ; attempt += 1) {
    const report = reportOf(await assay(args, { cwd: folder, keys }));
    if (report.load?.health.notStarted === 0) return report;
    if (attempt === 3)
      throw new Error('One engine could not start every arrival. Is the machine busy?');
    await rm(join(folder, recording));
  }
}

/** Applies the TestRun, and returns its stages in order up to its end. */
async function run(): Promise<string[]> {
  await kubectl('apply', '-f', join(folder, 'run.yaml'));
  const stage = '{.status.stage}{"\\n"}';
  const watch = ['get', 'testrun', name, '-n', namespace, '--watch', '-o', `jsonpath=${stage}`];
  const child = spawn(KUBECTL, watch, { stdio: ['ignore', 'pipe', 'inherit'] });
  const seen: string[] = [];
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    for (const line of String(chunk).split('\n')) {
      if (line !== '' && line !== seen.at(-1)) seen.push(line);
    }
    if (seen.at(-1) === 'finished' || seen.at(-1) === 'error') break;
  }
  child.kill();
  return seen;
}

/** Copies the recordings through a pod that mounts the claim, as the documentation says. */
async function collect(): Promise<string[]> {
  const image = ENGINE_IMAGE;
  const volumeMounts = [{ name: 'r', mountPath: '/recordings' }];
  const command = ['sleep', '600'];
  const overrides = {
    spec: {
      containers: [{ name: 'collect', image, command, volumeMounts }],
      volumes: [{ name: 'r', persistentVolumeClaim: { claimName: 'assay-recordings' } }],
    },
  };
  const collector = ['collect', `--image=${image}`, '--restart=Never'];
  await kubectl('-n', namespace, 'run', ...collector, `--overrides=${JSON.stringify(overrides)}`);
  await kubectl(
    '-n',
    namespace,
    'wait',
    'pod',
    'collect',
    '--for=condition=Ready',
    '--timeout=60s',
  );
  const into = join(folder, 'recordings');
  await mkdir(into);
  await kubectl('-n', namespace, 'cp', 'collect:/recordings', into);
  const names = (await readdir(into)).filter((file) => file.startsWith(`${name}-`));
  return names.toSorted().map((file) => join(into, file));
}

async function judge(recordings: readonly string[]): Promise<RunReport> {
  return reportOf(await assay(['judge', ...recordings, '--json'], { cwd: folder }));
}

function reportOf({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) {
  if (stdout === '') throw new Error(stderr);
  return RunReportSchema.parse(JSON.parse(stdout));
}

const ttft = (report: RunReport) => report.load?.operations.chat?.ttftMs;

/** The smallest value that at least this share of all does not exceed. */
function nearestRank(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN;
}

test('a TestRun as emitted goes through all stages to its end', () => {
  const order = ['initialization', 'initialized', 'created', 'started', 'finished'];
  expect(order.filter((stage) => stages.includes(stage))).toEqual(order);
  expect(stages.at(-1)).toBe('finished');
});

test('every pod that the operator starts succeeds', async () => {
  const list = await kubectl('-n', namespace, 'get', 'jobs', '-o', 'json');
  const { items } = JobsSchema.parse(JSON.parse(list));
  expect(items.map((job) => [job.metadata.name, job.status.succeeded, job.status.failed])).toEqual(
    [`${name}-1`, `${name}-2`, `${name}-initializer`, `${name}-starter`].map((job) => [
      job,
      1,
      undefined,
    ]),
  );
});

test('each pod records its own half of the schedule, under the id of the run', () => {
  expect(pods.map(({ segment }) => segment)).toEqual([
    { index: 0, of: 2 },
    { index: 1, of: 2 },
  ]);
  expect(pods.map(({ runId }) => runId)).toEqual([name, name]);
});

test('together the pods start what one engine with the same seed starts, each request once', () => {
  const union = unionOf(one.starts, pods);
  expect(one.starts.length).toBeGreaterThan(200);
  expect(union).toHaveLength(one.starts.length);
  expect(union.filter((start, index) => !isSame(start, one.starts[index] ?? -1))).toEqual([]);
});

test('the merged report counts and judges every request of both pods', () => {
  const sent = pods.reduce((sum, { starts }) => sum + starts.length, 0);
  expect(merged.load).toMatchObject({ exchanges: sent, judgedExchanges: sent });
  expect(merged.load?.arrivalRate).toEqual(alone.load?.arrivalRate);
});

test('merged percentiles are those of all requests together, within 0.1 %', () => {
  const all = pods.flatMap(({ ttftsMs }) => ttftsMs);
  for (const [rank, percent] of [
    ['p50', 50],
    ['p90', 90],
    ['p95', 95],
    ['p99', 99],
  ] as const) {
    const exact = nearestRank(all, percent);
    expect(Math.abs((ttft(merged)?.[rank] ?? 0) - exact)).toBeLessThanOrEqual(exact / 1000);
  }
});

test('merged percentiles are those of one engine: the median within 10 %, p90 within 50 %', () => {
  // The tail also shows what else the machine did during one run or the other.
  const differences = (['p50', 'p90'] as const).map((rank) => {
    const [cluster = 0, engine = 0] = [ttft(merged)?.[rank], ttft(alone)?.[rank]];
    return Math.abs(cluster / engine - 1);
  });
  expect(differences[0]).toBeLessThan(0.1);
  expect(differences[1]).toBeLessThan(0.5);
});

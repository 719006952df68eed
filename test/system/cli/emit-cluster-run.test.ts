import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { findEngine } from '../../../src/load/engine/find-engine.ts';
import { RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { assay } from '../../support/assay-in-process.ts';

const run = promisify(execFile);

/** A name as Kubernetes takes it (RFC 1123). */
const Name = z
  .string()
  .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/)
  .max(63);

const ConfigMapSchema = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('ConfigMap'),
  metadata: z.strictObject({ name: Name }),
  data: z.record(z.string(), z.string()),
});

const EnvSchema = z.union([
  z.strictObject({ name: z.string(), value: z.string() }),
  z.strictObject({
    name: z.string(),
    valueFrom: z.strictObject({ fieldRef: z.strictObject({ fieldPath: z.string() }) }),
  }),
]);

const PodSchema = z.strictObject({
  image: z.string().optional(),
  env: z.array(EnvSchema).optional(),
  envFrom: z.array(z.strictObject({ secretRef: z.strictObject({ name: Name }) })).optional(),
  volumes: z
    .array(
      z.strictObject({
        name: Name,
        persistentVolumeClaim: z.strictObject({ claimName: Name }),
      }),
    )
    .optional(),
  volumeMounts: z.array(z.strictObject({ name: Name, mountPath: z.string() })).optional(),
  resources: z
    .strictObject({
      requests: z.record(z.enum(['cpu', 'memory']), z.string()),
      limits: z.strictObject({ memory: z.string() }),
    })
    .optional(),
  livenessProbe: z
    .strictObject({
      httpGet: z.strictObject({ path: z.string(), port: z.int() }),
      periodSeconds: z.int32(),
      timeoutSeconds: z.int32(),
      failureThreshold: z.int32(),
    })
    .optional(),
  securityContext: z
    .strictObject({
      runAsNonRoot: z.literal(true),
      runAsUser: z.int(),
      runAsGroup: z.int(),
      fsGroup: z.int(),
      seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
    })
    .optional(),
  containerSecurityContext: z
    .strictObject({
      allowPrivilegeEscalation: z.literal(false),
      capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
    })
    .optional(),
});

/**
 * The fields that we set, with the types and the obligations that the CRD of the operator gives
 * them: config/crd/bases/k6.io_testruns.yaml, version v1alpha1, at commit e2c9571. What was emitted
 * was held against the whole of it once; it is not copied here for its size (280 kB).
 */
const TestRunSchema = z.strictObject({
  apiVersion: z.literal('k6.io/v1alpha1'),
  kind: z.literal('TestRun'),
  metadata: z.strictObject({ name: Name }),
  spec: z.strictObject({
    parallelism: z.int32(),
    script: z.strictObject({
      configMap: z.strictObject({ name: Name, file: z.string() }),
    }),
    arguments: z.string().optional(),
    initializer: PodSchema.optional(),
    starter: PodSchema.optional(),
    runner: PodSchema.optional(),
  }),
});

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-emit-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function emitted(...args: readonly string[]) {
  const command = ['load', '--emit', 'k6-operator', ...args];
  const { code, stdout, stderr } = await assay(command, {
    env: { ASSAY_API_KEY: 'k_live_01234567', ASSAY_API_KEY_2: 'k_live_89abcdef' },
    cwd: folder,
  });
  expect(stderr).toMatch(/^These objects contain no secrets\..*\n$/);
  expect(code).toBe(0);
  expect(stdout).not.toMatch(/k_live_/);
  const [configMap, testRun, ...more] = parseAllDocuments(stdout).map((text) => text.toJS());
  expect(more).toEqual([]);
  return { configMap: ConfigMapSchema.parse(configMap), testRun: TestRunSchema.parse(testRun) };
}

test('emit: a TestRun and its ConfigMap have the form that the operator accepts, without a key', async () => {
  const { configMap, testRun } = await emitted(
    '--target',
    'http://gateway:8080/v1',
    '--image',
    'registry.example/engine:7',
    '--parallelism',
    '40',
    '--arrival-rate',
    '4000/s',
    '--in-flight',
    '20000',
  );
  const { spec } = testRun;
  expect(spec.parallelism).toBe(40);
  expect(spec.script.configMap).toEqual({ name: configMap.metadata.name, file: 'scenario.js' });
  expect(Object.keys(configMap.data)).toEqual(['scenario.js']);
  expect(configMap.data['scenario.js']).toContain('http://gateway:8080/v1');
  expect([spec.initializer?.image, spec.runner?.image]).toEqual([
    'registry.example/engine:7',
    'registry.example/engine:7',
  ]);
  expect(spec.runner?.envFrom).toEqual([{ secretRef: { name: 'assay-keys' } }]);
  expect(spec.runner?.env).toContainEqual({
    name: 'ASSAY_RECORD',
    value: '/recordings/$(POD_NAME).rec',
  });
});

test('emit: pods that run it as the operator does leave recordings that merge into one report', async () => {
  const server = createReferenceServer();
  const { address } = await server.listen();
  const [first] = server.keys;
  const { configMap, testRun } = await emitted(
    '--target',
    address,
    '--profile',
    'reference',
    '--scenario',
    'chat-stream',
    '--arrival-rate',
    '30/s',
    '--arrivals',
    'constant',
    '--duration',
    '2s',
  );
  const script = join(folder, 'scenario.js');
  await writeFile(script, configMap.data['scenario.js'] ?? '');
  const engine = await findEngine();
  const bare = { PATH: process.env.PATH ?? '', HOME: folder };
  // As the initializer looks at it: without keys and without the environment of the runners.
  const inspected = await run(engine, ['inspect', '--execution-requirements', script], {
    env: bare,
  });
  expect(JSON.parse(inspected.stdout)).toMatchObject({ maxVUs: expect.any(Number) });
  const recordings = ['pod-1', 'pod-2'].map((pod) => join(folder, `${pod}.rec`));
  await Promise.all(
    recordings.map((recording, index) =>
      run(
        engine,
        [
          'run',
          '--quiet',
          `--execution-segment=${['0:1/2', '1/2:1'][index]}`,
          '--execution-segment-sequence=0,1/2,1',
          ...(testRun.spec.arguments ?? '').split(' '),
          script,
          '--tag',
          `instance_id=${index}`,
        ],
        {
          env: {
            ...bare,
            ASSAY_API_KEY: first,
            ASSAY_RECORD: recording,
            ASSAY_RUN_ID: testRun.metadata.name,
          },
        },
      ),
    ),
  );
  await server.close(0);
  const judged = await assay(['judge', ...recordings, '--json'], { cwd: folder });
  expect(judged.stderr).toBe('');
  const report = RunReportSchema.parse(JSON.parse(judged.stdout));
  expect(report.reasons).toEqual(['All checks passed.']);
  expect(report.load).toMatchObject({ exchanges: 60, judgedExchanges: 60 });
  expect(report.load?.arrivalRate.offered).toBe(30);
  expect(report.target.address).toBe(address);
});

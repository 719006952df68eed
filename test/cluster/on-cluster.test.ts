import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { RunReportSchema } from '../../src/report/schema/run-report.ts';
import { testFolder } from '../support/test-folder.ts';
import { assay, GATEWAY, type Gateway, startGateway } from './support/inside.ts';
import { leftIn, prepareNamespace, removeNamespace } from './support/load-namespace.ts';

const LOAD = ['--target', GATEWAY, '--profile', 'reference', '--scenario', 'chat-stream'];
/** A node for tests has fewer cores than two pods ask for. */
const PATCH = { spec: { runner: { resources: { requests: { cpu: '100m' } } } } };

const folder = await testFolder('cluster');
let gateway: Gateway;

beforeAll(async () => {
  await writeFile(join(folder, 'patch.yaml'), JSON.stringify(PATCH));
  gateway = await startGateway();
});

afterAll(async () => {
  await gateway?.stop();
});

const onCluster = (namespace: string) => {
  const place = ['--on-cluster', '--parallelism', '2', '--namespace', namespace];
  return ['load', ...place, '--patch', 'patch.yaml', ...LOAD, '--json'];
};

async function prepared(what: string, claim?: 'local'): Promise<string> {
  const namespace = await prepareNamespace(what, {
    ...(claim && { claim }),
    enforce: 'restricted',
  });
  onTestFinished(() => removeNamespace(namespace));
  return namespace;
}

test.for([
  ['through a claim', 'with-claim', 'local'],
  ['from the pods, without a claim', 'without-claim', undefined],
] as const)(
  'a load of two restricted pods is collected %s, judged, and leaves nothing',
  async ([, what, claim]) => {
    const namespace = await prepared(what, claim);
    const flags = ['--arrivals', 'constant', '--arrival-rate', '20/s', '--duration', '5s'];
    const { code, stdout, stderr } = await assay([...onCluster(namespace), ...flags], {
      cwd: folder,
      keys: gateway.keys,
    });
    expect([0, 2], stderr).toContain(code);
    const report = RunReportSchema.parse(JSON.parse(stdout));
    expect(report.load).toMatchObject({ exchanges: 100, judgedExchanges: 100 });
    expect(await leftIn(namespace)).toBe('');
  },
);

test('Ctrl-C half-way stops the pods, reports what they sent as partial, and leaves nothing', async () => {
  const namespace = await prepared('interrupted');
  let interrupted = false;
  const flags = ['--arrivals', 'constant', '--arrival-rate', '20/s', '--duration', '60s'];
  const { code, stdout, stderr } = await assay([...onCluster(namespace), ...flags], {
    cwd: folder,
    keys: gateway.keys,
    onStderr(text, signal) {
      if (interrupted || !/started/.test(text)) return;
      interrupted = true;
      setTimeout(() => signal('SIGINT'), 8000);
    },
  });
  expect(code, stderr).toBe(130);
  const report = RunReportSchema.parse(JSON.parse(stdout));
  expect(report.partial).toBe(true);
  expect(report.load?.exchanges).toBeGreaterThan(20);
  expect(report.load?.exchanges).toBeLessThan(1000);
  expect(await leftIn(namespace)).toBe('');
});

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { halfRecorded, KEPT } from '../../commands/cluster/support/recorded-run.ts';
import {
  podOf,
  type StandInCluster,
  standInCluster,
} from '../../commands/cluster/support/stand-in-cluster.ts';
import { folderOfTest, reportIn } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

/** Waits until the state of the run was read this number of times. */
async function looks(cluster: StandInCluster, count: number): Promise<void> {
  const isLook = (call: string): boolean => call.startsWith('get pods');
  while ((await cluster.calls().catch(() => [])).filter(isLook).length < count) await sleep(20);
}

test('on-cluster: Ctrl-C stops the engines in their pods, and the report of what they sent is partial', async () => {
  const cluster = await standInCluster();
  onTestFinished(() => cluster.remove());
  const out = await folderOfTest('on-cluster');
  await halfRecorded(cluster);
  const ended = podOf('RUN-1', { phase: 'Succeeded' });
  const running = podOf('RUN-2', {
    phase: 'Running',
    containerStatuses: [{ name: 'k6', ready: true }],
  });
  const starter = podOf('RUN-starter', { phase: 'Succeeded' });
  await cluster.answer('work', { items: [ended, running, starter] });
  await cluster.answer('work-stopped', {
    items: [podOf('RUN-1', KEPT), podOf('RUN-2', KEPT), starter],
  });
  const target = ['--target', 'http://gateway:8080/v1', '--duration', '1s'];
  const { code, stderr } = await assay(['load', '--on-cluster', ...target, '--out', out], {
    env: { ...cluster.env, ASSAY_API_KEY: 'assay_live_0123456789abcdef' },
    onStart: (signal) => void looks(cluster, 2).then(() => signal('SIGINT')),
  });
  expect(stderr).toContain('Interrupted: stopping the pods.');
  const calls = await cluster.calls();
  expect(calls).toContainEqual(expect.stringMatching(/^exec \S+-2-x -c k6 -- sh -c kill -INT 1$/));
  expect(code, stderr).toBe(130);
  const report = await reportIn(out);
  expect(report.partial).toBe(true);
  expect(calls.at(-1)).toMatch(/^delete /);
});

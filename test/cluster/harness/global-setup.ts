import { endCluster, startCluster } from './cluster.ts';

/**
 * Starts the cluster before the first test; the function that it returns ends it after the last. With
 * ASSAY_TEST_CLUSTER=running the tests use the one that `npm run cluster -- up` started, and leave it.
 */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.ASSAY_TEST_CLUSTER === 'running') return async () => {};
  await startCluster((line) => process.stdout.write(`cluster: ${line}\n`));
  return endCluster;
}

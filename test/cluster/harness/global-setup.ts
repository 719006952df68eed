import { endCluster, startCluster } from './cluster.ts';

/** Starts the cluster before the first test; the function that it returns ends it after the last. */
export async function setup(): Promise<() => Promise<void>> {
  await startCluster((line) => process.stdout.write(`cluster: ${line}\n`));
  return endCluster;
}

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where everything of the test cluster lies, and what it is called. */

const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'assay', 'cluster');

/** The Go module with the programs of the cluster. */
export const MODULE = join(import.meta.dirname, '..', 'node');
/** Programs that were built: kept. */
export const PROGRAMS = join(CACHE, 'bin');
/** Images that the node has: written again for each cluster. */
export const IMAGES = join(CACHE, 'images');
/** The running cluster: gone when it is down. */
export const RUN = join(CACHE, 'run');
/** Keys, certificates and kubeconfigs of the running cluster. */
export const PKI = join(RUN, 'pki');
/** The volume of the node that pods write recordings to. */
export const VOLUME = join(RUN, 'volume');
/** What `kubectl` runs in the cluster's network. */
export const KUBECTL = join(RUN, 'bin', 'kubectl');

/** In every hierarchy of control groups. */
export const CGROUP = '/assay-test-cluster';
/** The address of the node, for pods too. */
export const NODE_ADDRESS = '10.99.0.1';
export const POD_RANGE = '10.88.0.0/16';
export const SERVICE_RANGE = '10.96.0.0/16';
export const PAUSE_IMAGE = 'assay-test/pause:1';

/** The version of a module of the cluster's programs, such as `v1.34.4`. */
export function versionOf(module: string): string {
  const text = readFileSync(join(MODULE, 'go.mod'), 'utf8');
  const line = text.split('\n').find((each) => each.trim().startsWith(`${module} v`));
  const version = line?.trim().split(' ')[1];
  if (version === undefined) throw new Error(`${MODULE}/go.mod has no ${module}.`);
  return version;
}

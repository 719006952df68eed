import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildPrograms } from './build-programs.ts';
import { writeCertificates } from './certificates.ts';
import { endNamespaces, startNamespaces } from './namespaces.ts';
import { startNode } from './node-parts.ts';
import { KUBECTL, MODULE, VOLUME } from './places.ts';
import { writeImages } from './write-images.ts';

const run = promisify(execFile);
const OPERATOR = 'github.com/grafana/k6-operator';

/**
 * Starts a cluster of one node with the k6 operator; one that is left from a killed run is ended first.
 * @param say one line for the user
 */
export async function startCluster(say: (line: string) => void): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error('The test cluster needs root on Linux: it makes namespaces and mounts.');
  }
  const startMs = performance.now();
  const step = (what: string) =>
    say(`${what} after ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
  await endNamespaces();
  await buildPrograms(say);
  step('programs built');
  await writeImages();
  step('images written');
  try {
    await startNamespaces();
    await writeCertificates();
    await mkdir(VOLUME);
    await startNode();
    step('node ready');
    await installOperator();
    step('k6 operator ready');
  } catch (error) {
    await endNamespaces();
    throw error;
  }
}

export const endCluster = endNamespaces;

/** As its own bundle has it: definitions, roles, Deployment. */
async function installOperator(): Promise<void> {
  const list = ['list', '-m', '-f', '{{.Dir}}', OPERATOR];
  const source = (await run('go', list, { cwd: MODULE })).stdout.trim();
  await kubectl('apply', '--server-side', '-f', join(source, 'bundle.yaml'));
  const deployment = 'deployment/k6-operator-controller-manager';
  await kubectl('-n', 'k6-operator-system', 'rollout', 'status', deployment, '--timeout=180s');
}

/**
 * Calls kubectl as the administrator of the cluster.
 * @returns what it printed
 * @throws Error with what it printed to stderr
 */
export async function kubectl(...parameters: string[]): Promise<string> {
  return (await run(KUBECTL, parameters, { maxBuffer: 64 * 1024 * 1024 })).stdout;
}

/** Applies objects. */
export async function apply(...objects: object[]): Promise<void> {
  const child = run(KUBECTL, ['apply', '-f', '-']);
  child.child.stdin?.end(objects.map((each) => JSON.stringify(each)).join('\n---\n'));
  await child;
}

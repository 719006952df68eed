import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MODULE, PROGRAMS, versionOf } from './places.ts';

const run = promisify(execFile);
const PARTS = [
  'kubectl',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-proxy',
  'kube-scheduler',
  'kubelet',
];

/**
 * Builds Kubernetes, the k6 operator and the pause program from Go modules, unless they are in the cache. The
 * first time takes some 15 minutes of processor time.
 * @param say one line for the user
 */
export async function buildPrograms(say: (line: string) => void): Promise<void> {
  const stamp = join(PROGRAMS, 'BUILT-FROM');
  const digest = await inputs();
  if ((await readFile(stamp, 'utf8').catch(() => '')) === digest) return;
  say('Building Kubernetes and the k6 operator: the first time takes some 15 minutes …');
  await mkdir(PROGRAMS, { recursive: true });
  await goBuild('pause', './pause');
  await goBuild('manager', 'github.com/grafana/k6-operator/cmd');
  await goBuild('kubernetes', '.', kubernetesVersion());
  for (const part of PARTS) {
    await rm(join(PROGRAMS, part), { force: true });
    await symlink('kubernetes', join(PROGRAMS, part));
  }
  await writeFile(stamp, digest);
}

async function goBuild(program: string, main: string, linked = ''): Promise<void> {
  const flags = ['-trimpath', '-buildvcs=false', `-ldflags=-s -w ${linked}`];
  await run('go', ['build', ...flags, '-o', join(PROGRAMS, program), main], {
    cwd: MODULE,
    env: { ...process.env, CGO_ENABLED: '0' },
  });
}

/** Its parts refuse each other without a version. */
function kubernetesVersion(): string {
  const version = versionOf('k8s.io/kubernetes');
  const [major = '', minor = ''] = version.slice(1).split('.');
  const variables = Object.entries({ gitVersion: version, gitMajor: major, gitMinor: minor });
  const at = 'k8s.io/component-base/version';
  return variables.map(([name, value]) => `-X ${at}.${name}=${value}`).join(' ');
}

async function inputs(): Promise<string> {
  const hash = createHash('sha256').update((await run('go', ['env', 'GOVERSION'])).stdout);
  const names = await readdir(MODULE, { recursive: true });
  for (const name of names.filter((each) => /go\.(?:mod|sum)$|\.go$/.test(each)).toSorted()) {
    hash.update(`\0${name}\0`).update(await readFile(join(MODULE, name)));
  }
  return hash.digest('hex');
}

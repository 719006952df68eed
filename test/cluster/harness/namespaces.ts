import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { access, mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CGROUP, MODULE, NODE_ADDRESS, RUN } from './places.ts';

const SCRIPT = join(MODULE, 'namespaces.sh');
const FIRST = join(RUN, 'first.pid');
const HIERARCHIES = '/sys/fs/cgroup';

/**
 * Starts processes, mounts and a network of their own for the cluster: the first process of them ends all.
 * @throws Error with the log where they cannot be made
 */
export async function startNamespaces(): Promise<void> {
  await mkdir(join(RUN, 'log'), { recursive: true });
  const own = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const command = ['sh', SCRIPT, RUN, CGROUP, NODE_ADDRESS];
  const unshare = background('namespaces', 'unshare', [
    ...own,
    '--propagation=private',
    ...command,
  ]);
  try {
    const first = await waitFor('its namespaces', 30, async () => {
      await access(join(RUN, 'prepared'));
      return firstChild(unshare.pid ?? 0);
    });
    await writeFile(FIRST, String(first));
  } catch (cause) {
    unshare.kill('SIGKILL');
    throw new Error(`No namespaces: ${await readFile(logOf('namespaces'), 'utf8')}`, { cause });
  }
}

/** Ends all processes of the cluster that runs, if one does, and removes what it leaves. */
export async function endNamespaces(): Promise<void> {
  const first = await runningFirst();
  if (first !== undefined) {
    process.kill(first, 'SIGKILL');
    await waitFor('the end of the cluster', 30, async () => {
      if ((await runningFirst()) !== undefined) throw new Error('It still runs.');
    });
  }
  await removeGroups();
  await rm(RUN, { recursive: true, force: true });
}

/** A command that runs in the network of the cluster, with the files of the machine. */
export async function inNetwork(command: readonly string[]): Promise<readonly string[]> {
  return ['nsenter', '--target', String(await requireFirst()), '--net', ...command];
}

/** Starts a program in all namespaces of the cluster, with its output in a log, and leaves it alone. */
export async function startInside(
  name: string,
  program: string,
  parameters: readonly string[],
  path: string,
): Promise<void> {
  const target = ['--target', String(await requireFirst()), '--mount', '--net', '--pid'];
  background(name, 'nsenter', [...target, 'env', `PATH=${path}`, program, ...parameters]);
}

export const logOf = (name: string) => join(RUN, 'log', `${name}.log`);

/**
 * Tries until it succeeds.
 * @throws Error with the last problem
 */
export async function waitFor<Value>(
  what: string,
  seconds: number,
  attempt: () => Promise<Value>,
): Promise<Value> {
  const endMs = performance.now() + seconds * 1000;
  for (;;) {
    try {
      return await attempt();
    } catch (cause) {
      if (performance.now() > endMs) {
        throw new Error(`The cluster waited ${seconds} s for ${what}: ${String(cause)}`, { cause });
      }
    }
    await sleep(250);
  }
}

function background(name: string, program: string, parameters: readonly string[]): ChildProcess {
  mkdirSync(join(RUN, 'log'), { recursive: true });
  const log = openSync(logOf(name), 'a');
  const child = spawn(program, parameters, { detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  child.unref();
  return child;
}

async function firstChild(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const child = Number.parseInt(children, 10);
  if (Number.isNaN(child)) throw new Error('It has no first process yet.');
  return child;
}

async function requireFirst(): Promise<number> {
  const pid = await runningFirst();
  if (pid === undefined) throw new Error('No test cluster is running. npm run cluster -- up');
  return pid;
}

/** The pid, unless another process has it by now; another checkout can have started it. */
async function runningFirst(): Promise<number | undefined> {
  const pid = Number.parseInt(await readFile(FIRST, 'utf8').catch(() => ''), 10);
  if (Number.isNaN(pid)) return undefined;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes(`namespaces.sh\0${RUN}\0`) ? pid : undefined;
}

/** Control groups outlive the processes in them. */
async function removeGroups(): Promise<void> {
  for (const hierarchy of await readdir(HIERARCHIES)) {
    await removeGroup(join(HIERARCHIES, hierarchy, CGROUP));
  }
}

async function removeGroup(group: string): Promise<void> {
  const entries = await readdir(group, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.isDirectory()) await removeGroup(join(group, entry.name));
  }
  await waitFor(`the end of ${group}`, 10, () => rmdir(group).catch(ignoreAbsent));
}

function ignoreAbsent(error: unknown): void {
  const absent =
    error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code));
  if (!absent) throw error;
}

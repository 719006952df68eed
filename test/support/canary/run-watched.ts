import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isKeyVariable } from '../../../src/target/keys.ts';
import { ASSAY } from '../programs/package-paths.ts';
import { SecretFinder } from './find-secrets.ts';

/** Compiled code of Assay, which all runs share; by default it is among the temporary files. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'node-compile-cache');
const LOOK_EVERY_MS = 50;
/** What a look reads of one file: a recording grows. */
const LOOK_BYTES = 8 * 1024 * 1024;

/** A run of the command line, and where it showed a secret. */
export interface WatchedRun {
  readonly code: number | null;
  readonly stderr: string;
  /** Each with its place, such as `stdout` or a path in the folder of the run. */
  readonly leaks: readonly string[];
  /** Paths, relative to the folder of the run, of all that it left. */
  readonly files: readonly string[];
}

interface WatchedOptions {
  /** Variables that are secrets: the API keys, and those that headers refer to. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Where it runs; its folder of temporary files is in it. */
  readonly folder: string;
  /** Interrupts the run when stderr has these words. */
  readonly interruptAt?: string | undefined;
}

/**
 * Runs the command line in a folder of its own. Looks for secrets in its output and in every file of
 * the folder, and meanwhile in its temporary files and in the processes that it started.
 */
export async function runWatched(
  args: readonly string[],
  { secrets, folder, interruptAt }: WatchedOptions,
): Promise<WatchedRun> {
  const temporary = join(folder, 'tmp');
  await mkdir(temporary, { recursive: true });
  const leaks = new Set<string>();
  const all = new SecretFinder(Object.values(secrets));
  // Children inherit the other variables of the user, like those of any program.
  const keys = new SecretFinder(
    Object.entries(secrets).flatMap(([name, value]) => (isKeyVariable(name) ? [value] : [])),
  );
  const recorded = new SecretFinder(Object.values(secrets), 'engine');
  const reporter =
    (finder: SecretFinder): Report =>
    (place, bytes) => {
      const found = (place.endsWith('.rec') ? recorded : finder).in(bytes);
      for (const leak of found) leaks.add(`${place}: ${leak}`);
    };
  const report = reporter(all);
  const [stdout, stderr] = ['stdout.txt', 'stderr.txt'].map((name) => join(folder, name));
  const outputs = [openSync(String(stdout), 'w'), openSync(String(stderr), 'w')];
  const child = spawn(process.execPath, [ASSAY, ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', NODE_COMPILE_CACHE, TMPDIR: temporary, ...secrets },
    stdio: ['ignore', ...outputs],
  });
  for (const output of outputs) closeSync(output);
  const ended = once(child, 'close');
  let isInterrupted = false;
  const isOver = ended.then(() => true);
  while (!(await Promise.race([isOver, wait(LOOK_EVERY_MS, false)]))) {
    await Promise.all([
      lookAtFiles(temporary, 'temporary file, during the run', report),
      lookAtProcesses(child.pid ?? 0, reporter(keys)),
    ]);
    const said = interruptAt === undefined ? '' : await readFile(String(stderr), 'utf8');
    if (interruptAt !== undefined && !isInterrupted && said.includes(interruptAt)) {
      isInterrupted = child.kill('SIGINT');
    }
  }
  const [code] = await ended;
  await lookAtFiles(folder, 'file', report);
  return {
    code: typeof code === 'number' ? code : null,
    stderr: await readFile(String(stderr), 'utf8'),
    leaks: [...leaks],
    files: await readdir(folder, { recursive: true }),
  };
}

type Report = (place: string, bytes: Uint8Array) => void;

async function lookAtFiles(folder: string, kind: string, report: Report): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() !== true) continue;
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    report(`${kind} ${name}`, bytes.subarray(0, LOOK_BYTES));
  }
}

/** The arguments and the environment of all processes below one, on Linux. */
async function lookAtProcesses(root: number, report: Report): Promise<void> {
  for (const pid of await processesBelow(root)) {
    const command = (await readOf(pid, 'cmdline')).toString().replaceAll('\0', ' ').trim();
    // It inherits the environment of Assay, as SECURITY.md says.
    if (command.includes('esbuild')) continue;
    report(`arguments of ${command.slice(0, 60)}`, Buffer.from(command));
    report(`environment of ${command.slice(0, 60)}`, await readOf(pid, 'environ'));
  }
}

async function processesBelow(root: number): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map<number, number>();
  for (const pid of pids) {
    const text = (await readOf(pid, 'stat')).toString();
    const [, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    parents.set(pid, Number(parent));
  }
  const below = new Set([root]);
  for (let size = 0; size < below.size; ) {
    size = below.size;
    for (const [pid, parent] of parents) if (below.has(parent)) below.add(pid);
  }
  below.delete(root);
  return [...below];
}

/** Empty for a process that has ended. */
async function readOf(pid: number, file: string): Promise<Buffer> {
  return await readFile(`/proc/${pid}/${file}`).catch(() => Buffer.alloc(0));
}

import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A recording that is judged after its run; the socket of an engine; what an image is built from. */
type TemporaryKind = 'run' | 'tap' | 'image';

const NAME = /^assay-(?:run|tap|image)-(?<place>[0-9a-f]{8})-(?<pid>\d+)-(?<startTicks>\d+)-\w{6}$/;
/** For sockets, where the usual place has too long a path. */
export const SHORT_HOME = '/tmp';
/** Engines write every second, and judging takes less than this. */
const STALE_MS = 24 * 60 * 60 * 1000;

/**
 * Makes a folder that only this user can enter. Its name identifies this process: if this process is
 * killed, the next command removes the folder.
 */
export function makeTemporaryFolder(kind: TemporaryKind, home = tmpdir()): Promise<string> {
  const { place, pid, startTicks } = thisProcess();
  return mkdtemp(join(home, `assay-${kind}-${place}-${pid}-${startTicks}-`));
}

/**
 * Removes the folders of processes that have ended. Where that cannot be known, such as in a folder
 * that containers share, those to which nothing was written for a day.
 */
export async function removeStaleFolders(
  homes: readonly string[] = [tmpdir(), SHORT_HOME],
): Promise<void> {
  for (const home of new Set(homes)) await removeStaleIn(home);
}

async function removeStaleIn(home: string): Promise<void> {
  const names = await readdir(home).catch(() => []);
  for (const name of names) {
    const owner = ownerOf(name);
    const folder = join(home, name);
    if (owner === undefined || !(await isStale(folder, owner))) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

function ownerOf(name: string): ProcessIdentity | undefined {
  const { place, pid, startTicks } = NAME.exec(name)?.groups ?? {};
  return place === undefined
    ? undefined
    : { place, pid: Number(pid), startTicks: Number(startTicks) };
}

async function isStale(folder: string, owner: ProcessIdentity): Promise<boolean> {
  const isOwned = isRunning(owner);
  if (isOwned !== undefined) return !isOwned;
  const writtenMs = await lastWrittenMs(folder);
  return writtenMs !== undefined && Date.now() - writtenMs > STALE_MS;
}

/** Undefined for a folder of another user. */
async function lastWrittenMs(folder: string): Promise<number | undefined> {
  try {
    const files = (await readdir(folder)).map((name) => join(folder, name));
    const times = await Promise.all([folder, ...files].map((path) => stat(path)));
    return Math.max(...times.map(({ mtimeMs }) => mtimeMs));
  } catch {
    return undefined;
  }
}

/** Position of the start time in `/proc/<pid>/stat` after the name of the program. */
const START_FIELD = 19;

/** Identifies a process for longer than its id, which the system gives again. */
interface ProcessIdentity {
  /** Where its id counts: the machine and, in a container, the container. Eight hex digits. */
  readonly place: string;
  readonly pid: number;
  /** In ticks since the start of the machine; 0 where the system does not report it. */
  readonly startTicks: number;
}

/** This process. */
export function thisProcess(): ProcessIdentity {
  const { pid } = process;
  return { place: processPlace(), pid, startTicks: startTicksOf(pid) ?? 0 };
}

/** Whether a process is running; undefined where that cannot be known from here. */
function isRunning({ place: itsPlace, pid, startTicks }: ProcessIdentity): boolean | undefined {
  if (itsPlace !== processPlace()) return undefined;
  if (!exists(pid)) return false;
  const actual = startTicksOf(pid);
  if (startTicks === 0 || actual === undefined) return undefined;
  return actual === startTicks;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: a process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function startTicksOf(pid: number): number | undefined {
  try {
    const facts = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, which may contain anything, is in brackets before it.
    const fields = facts.slice(facts.lastIndexOf(')') + 2).split(' ');
    return Number(fields[START_FIELD]);
  } catch {
    return undefined;
  }
}

function processPlace(): string {
  return createHash('sha256').update(`${hostname()} ${namespace()}`).digest('hex').slice(0, 8);
}

/** Only Linux has namespaces of process ids. */
function namespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

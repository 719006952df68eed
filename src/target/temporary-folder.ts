import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning, type ProcessIdentity, thisProcess } from './process-identity.ts';

/** A recording that is judged after its run; the socket of an engine; what an image is built from. */
export type TemporaryKind = 'run' | 'tap' | 'image';

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

import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A recording that is judged after its run; the socket of an engine; what an image is built from; a certificate. */
export type TemporaryKind = 'run' | 'tap' | 'image' | 'ca';

const NAME = /^assay-(?:run|tap|image|ca)-(?<place>[0-9a-f]{8})-(?<pid>\d+)-\w{6}$/;
/** For sockets, where the usual place has too long a path. */
export const SHORT_HOME = '/tmp';
/** Engines write every second, and judging takes less than this. */
const STALE_MS = 24 * 60 * 60 * 1000;

/**
 * Makes a folder that only this user can enter. Its name identifies this process: if this process is
 * killed, the next command removes the folder.
 */
export function makeTemporaryFolder(kind: TemporaryKind, home = tmpdir()): Promise<string> {
  return mkdtemp(join(home, `assay-${kind}-${processPlace()}-${process.pid}-`));
}

/** Removes the folders of processes that have ended, and those to which nothing was written for a day. */
export async function removeStaleFolders(
  homes: readonly string[] = [tmpdir(), SHORT_HOME],
): Promise<void> {
  for (const home of new Set(homes)) {
    for (const name of await readdir(home).catch(() => [])) {
      const { place, pid } = NAME.exec(name)?.groups ?? {};
      if (pid === undefined) continue;
      const folder = join(home, name);
      const hasEnded = place === processPlace() && !isRunning(Number(pid));
      if (!hasEnded && !(await isOld(folder))) continue;
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: a process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Not for a folder of another user. */
async function isOld(folder: string): Promise<boolean> {
  try {
    const files = (await readdir(folder)).map((name) => join(folder, name));
    const times = await Promise.all([folder, ...files].map((path) => stat(path)));
    return Date.now() - Math.max(...times.map(({ mtimeMs }) => mtimeMs)) > STALE_MS;
  } catch {
    return false;
  }
}

/** Where a process id counts: the machine and, in a container, the container. Eight hex digits. */
export function processPlace(): string {
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

import { once } from 'node:events';
import { access, constants, rm, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { formatCount, formatMilliseconds } from '../../report/phrases/number-format.ts';
import { makeTemporaryFolder } from '../../target/temporary-folder.ts';
import type { Check } from './check.ts';

const OLDEST_NODE = 24;
/** A load of 1 000 in flight with the sockets of its streams. */
const ENOUGH_FILES = 4096;
const FEW_FILES = 256;
const MIB = 1024 * 1024;
const ENOUGH_DISK_MIB = 500;
const LITTLE_DISK_MIB = 50;
const TIMERS = 20;
const LATE_MS = 10;

export function nodeCheck(version = process.version): Check {
  const major = Number.parseInt(version.slice(1), 10);
  const found = `${version} on ${process.platform} ${process.arch}, ${availableParallelism()} cores`;
  if (major >= OLDEST_NODE) return { what: 'Node', state: 'ok', found };
  return { what: 'Node', state: 'problem', found, remedy: `Install Node ${OLDEST_NODE} or newer.` };
}

/** The load engine and the reference gateway listen on the loopback, the tap at a socket. */
export async function portsCheck(): Promise<Check> {
  const folder = await makeTemporaryFolder('tap');
  try {
    await listenOnce({ host: '127.0.0.1', port: 0 });
    await listenOnce({ path: join(folder, 'socket') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { what: 'ports', state: 'ok', found: 'loopback ports and sockets can be opened' };
}

async function listenOnce(place: { host: string; port: number } | { path: string }): Promise<void> {
  const server = createServer().listen(place);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

const LimitsSchema = z.object({
  userLimits: z.object({
    open_files: z.object({ soft: z.union([z.number(), z.string()]) }),
  }),
});

export function filesCheck(report: unknown = process.report.getReport()): Check {
  const what = 'open files';
  const limits = LimitsSchema.safeParse(report).data?.userLimits.open_files.soft;
  const limit = Number(limits);
  if (!(limit >= 0)) return { what, state: 'ok', found: `limit ${limits ?? 'unknown'}` };
  const found = `limit ${formatCount(limit)}`;
  if (limit >= ENOUGH_FILES) return { what, state: 'ok', found };
  return {
    what,
    state: limit < FEW_FILES ? 'problem' : 'warning',
    found: `${found}: a load with many requests in flight needs more`,
    remedy: 'Raise it in this shell: ulimit -n 65536.',
  };
}

/** Late timers are the first sign of a machine that is too busy for a load. */
export async function clockCheck(): Promise<Check> {
  const late: number[] = [];
  for (let index = 0; index < TIMERS; index += 1) {
    const startedMs = performance.now();
    await sleep(1);
    late.push(performance.now() - startedMs - 1);
  }
  const worstMs = Math.max(0, late.toSorted((one, other) => one - other)[TIMERS - 2] ?? 0);
  const found = `timers are at most ${formatMilliseconds(worstMs)} late (p95 of ${TIMERS})`;
  if (worstMs <= LATE_MS) return { what: 'clock', state: 'ok', found };
  return {
    what: 'clock',
    state: 'warning',
    found,
    remedy: 'End other programs, or run the load on another machine.',
  };
}

/** @param folder where reports are written */
export async function diskCheck(folder = '.'): Promise<Check> {
  const what = 'disk';
  try {
    await access(folder, constants.W_OK);
  } catch {
    return {
      what,
      state: 'problem',
      found: 'this folder is not writable, and reports are written into it',
      remedy: 'Name another folder with --out.',
    };
  }
  const free = await Promise.all([folder, tmpdir()].map(freeMib));
  const [here = 0, temporary = 0] = free;
  const found = `${formatCount(here)} MiB free here, ${formatCount(temporary)} MiB in ${tmpdir()}`;
  const least = Math.min(here, temporary);
  if (least >= ENOUGH_DISK_MIB) return { what, state: 'ok', found };
  return {
    what,
    state: least < LITTLE_DISK_MIB ? 'problem' : 'warning',
    found,
    remedy: 'Free some space, or set TMPDIR and --out to another disk.',
  };
}

async function freeMib(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / MIB);
}

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, rm, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { ENGINE_FOLDER, goToolchain } from '../../load/engine/build-engine.ts';
import { locateEngine } from '../../load/engine/find-engine.ts';
import { formatCount, formatMilliseconds } from '../../report/phrases/number-format.ts';
import { findContainerEngine } from '../../target/container-engine.ts';
import { withoutKeys } from '../../target/keys.ts';
import { makeTemporaryFolder } from '../../target/temporary-folder.ts';
import { EXIT } from '../options/exit-codes.ts';
import { failureExitCode, failureMessage } from '../terminal/failure-message.ts';

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

/** The result of one check of `assay doctor`. */
export interface Check {
  /** Such as `disk`. */
  readonly what: string;
  /** Ordinary runs work in spite of a warning. */
  readonly state: 'ok' | 'warning' | 'problem';
  readonly found: string;
  /** What to do; absent where the state is ok. */
  readonly remedy?: string;
  /** Where a run would not end with 3 for this problem. */
  readonly exitCode?: 1 | 2;
}

/** The check, or its error, whose sentences name the remedy. */
export async function checked(
  what: string,
  check: () => Check | Promise<Check>,
  ifFailed: 'warning' | 'problem' = 'problem',
): Promise<Check> {
  try {
    return await check();
  } catch (error) {
    const [found = '', ...remedy] = failureMessage(error).split(/(?<=[.!?])\s+(?=[A-Z])/);
    return {
      what,
      state: ifFailed,
      found,
      ...(remedy.length > 0 && { remedy: remedy.join(' ') }),
      ...(failureExitCode(error) === EXIT.inconclusive && { exitCode: EXIT.inconclusive }),
    };
  }
}

const VERSION_DEADLINE_MS = 5000;

/** The load engine, and Go where the engine is built with it. */
export async function engineChecks(env: NodeJS.ProcessEnv): Promise<readonly Check[]> {
  const engine = await checked('engine', () => engineCheck(env));
  const isHere = engine.state === 'ok' && !engine.found.startsWith('not built');
  return [engine, await checked('Go', () => goCheck(env), isHere ? 'warning' : 'problem')];
}

async function engineCheck(env: NodeJS.ProcessEnv): Promise<Check> {
  const { from, path, isThere } = await locateEngine({ env });
  if (!isThere) {
    return {
      what: 'engine',
      state: 'ok',
      found: 'not built yet: the first load builds it, in about a minute',
    };
  }
  const { stdout } = await promisify(execFile)(path, ['version'], {
    env: withoutKeys(env),
    timeout: VERSION_DEADLINE_MS,
  });
  const [version = ''] = stdout.split('\n');
  return { what: 'engine', state: 'ok', found: `${version.trim()}, from ${from}` };
}

async function goCheck(env: NodeJS.ProcessEnv): Promise<Check> {
  return { what: 'Go', state: 'ok', found: await goToolchain(ENGINE_FOLDER, env) };
}

/** @param isNeeded whether the target is a container */
export async function dockerCheck(isNeeded: boolean): Promise<Check> {
  const what = 'Docker';
  const check = await checked(what, async () => {
    const { info } = await findContainerEngine();
    const { serverVersion, operatingSystem } = info.containerRuntime;
    return { what, state: 'ok', found: `${serverVersion}, ${operatingSystem}` };
  });
  if (check.state === 'ok' || isNeeded) return check;
  const remedy = `${check.remedy} Only --target container needs it.`;
  return { ...check, state: 'warning', remedy };
}

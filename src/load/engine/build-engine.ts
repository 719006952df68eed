import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  access,
  constants,
  type FileHandle,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PACKAGE_FOLDER } from '../../input/package-files.ts';
import { SetupError } from '../../input/setup-error.ts';
import { writeWhole } from '../../input/write-files.ts';
import { withoutKeys } from '../../target/keys.ts';

const HEARTBEAT_MS = 10_000;
const OUTPUT_BYTES = 2000;

export interface BuildOptions {
  readonly env: NodeJS.ProcessEnv;
  /** One line for the user. */
  readonly progress: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What Go would build with, such as `go1.26.8 linux/amd64`.
 * @throws SetupError when Go is missing or too old
 */
export async function goToolchain(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const needed = await requiredGo(folder);
  const go = await promisify(execFile)('go', ['env', 'GOVERSION', 'GOOS', 'GOARCH'], {
    cwd: folder,
    env: withoutKeys(env),
  }).catch((error: unknown) => {
    throw goFailure(error, needed);
  });
  const [version = '', os = '', arch = ''] = go.stdout.trim().split('\n');
  if (isOlder(version.replace(/^go/, ''), needed)) {
    throw goProblem(`Go is too old for the load engine: ${version}`, needed);
  }
  return `${version} ${os}/${arch}`;
}

/**
 * Builds the engine. The binary appears whole or not at all.
 * @throws SetupError when the build fails
 */
export async function buildEngine(
  folder: string,
  binary: string,
  { env, progress, signal }: BuildOptions,
): Promise<void> {
  const partial = `${binary}.${process.pid}.partial`;
  const startedMs = performance.now();
  progress('Building the load engine, once: about a minute …');
  const heartbeat = setInterval(() => {
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    progress(`Building the load engine: ${seconds} s so far …`);
  }, HEARTBEAT_MS);
  try {
    await goBuild(folder, partial, env, signal);
    await noteChecksum(partial, binary);
    await rename(partial, binary);
  } finally {
    clearInterval(heartbeat);
    await rm(partial, { force: true });
  }
}

function goBuild(
  folder: string,
  output: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Without version control stamps: Git may refuse a checkout of another owner.
  const go = spawn('go', ['build', '-trimpath', '-buildvcs=false', '-o', output, '.'], {
    cwd: folder,
    env: { ...withoutKeys(env), CGO_ENABLED: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGINT',
  });
  let tail = '';
  for (const stream of [go.stdout, go.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-OUTPUT_BYTES);
    });
  }
  let problem: Error | undefined;
  go.on('error', (error) => {
    problem = error;
    if (go.pid === undefined) reject(buildFailure(error.message, error));
  });
  go.on('close', (code) => {
    if (code === 0) resolve();
    else if (signal?.aborted === true) reject(problem ?? signal.reason);
    else reject(buildFailure(tail));
  });
  return promise;
}

/** @param output the last lines that the build printed */
function buildFailure(output: string, cause?: unknown): SetupError {
  return new SetupError(
    `Load engine could not be built: ${output.trim() || 'go build printed nothing'}\nGo modules must be reachable (go env GOPROXY) the first time.`,
    { cause },
  );
}

function goFailure(error: unknown, needed: string): SetupError {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
    return goProblem('Go not found, and the load engine is built with it', needed, error);
  }
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return goProblem(`Go cannot be used: ${output || String(error)}`, needed, error);
}

function goProblem(problem: string, needed: string, cause?: unknown): SetupError {
  return new SetupError(
    `${problem}. Install Go ${needed} or newer from go.dev/dl, or set ASSAY_ENGINE to a built engine.`,
    { cause },
  );
}

function isOlder(version: string, needed: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number.parseFloat);
  const [neededMajor = 0, neededMinor = 0] = needed.split('.').map(Number.parseFloat);
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}

/** A holder touches its lock this often. */
const TOUCH_MS = 2000;
/** A lock that was not touched for this time belongs to a process that has ended. */
const STALE_MS = 15_000;
const POLL_MS = 200;

interface LockOptions {
  /** Called once, when another process holds the lock. */
  readonly onWait: () => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a task while holding a lock file, so that two processes do not do it at the same time. The task must
 * still allow being done twice: the lock of a process that died is taken over.
 */
export async function withLock<T>(
  path: string,
  { onWait, signal }: LockOptions,
  task: () => Promise<T>,
): Promise<T> {
  let waited = false;
  while (!(await take(path))) {
    if (!waited) onWait();
    waited = true;
    await sleep(POLL_MS, undefined, { signal });
  }
  const touching = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, TOUCH_MS);
  try {
    return await task();
  } finally {
    clearInterval(touching);
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await writeFile(path, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const held = await stat(path).catch(() => undefined);
  if (held !== undefined && Date.now() - held.mtimeMs > STALE_MS) await rm(path, { force: true });
  return false;
}

const READ_BYTES = 1024 * 1024;

/** What is at the place of a built engine. */
export type CachedEngine = 'whole' | 'damaged' | 'absent';

/** Whether a built engine is as its build left it: truncated or replaced files are damaged. */
export async function inspectEngine(binary: string): Promise<CachedEngine> {
  const checksum = await checksumOf(binary);
  if (checksum === undefined) return 'absent';
  const noted = await readFile(noteOf(binary), 'utf8').catch(() => '');
  if (noted.trim() !== checksum) return 'damaged';
  return access(binary, constants.X_OK).then(
    () => 'whole',
    () => 'damaged',
  );
}

/** Notes the checksum of a build beside the place that it will have. */
export async function noteChecksum(built: string, binary: string): Promise<void> {
  await writeWhole(noteOf(binary), `${await checksumOf(built)}\n`);
}

function noteOf(binary: string): string {
  return `${binary}.sha256`;
}

/** SHA-256 of a file, in hex; undefined when there is none that can be read. */
async function checksumOf(path: string): Promise<string | undefined> {
  const file = await open(path).catch(() => undefined);
  try {
    return file && (await digestOf(file));
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}

/** Reads into one buffer: the pieces of a stream would leave the 65 MB of an engine as garbage. */
async function digestOf(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, READ_BYTES);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(buffer.subarray(0, bytesRead));
  }
}

/** The Go module of the load engine. */
export const ENGINE_FOLDER = join(PACKAGE_FOLDER, 'engine');

/** A digest of all that a build of the engine reads, and of what builds it; hex. */
export async function engineDigest(folder: string, toolchain: string): Promise<string> {
  const hash = createHash('sha256').update(toolchain);
  for (const path of await buildInputs(folder)) {
    hash.update(`\0${path}\0`).update(await readFile(join(folder, path)));
  }
  return hash.digest('hex').slice(0, 32);
}

/** The version that `go.mod` asks for, such as `1.25`. */
async function requiredGo(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'go.mod'), 'utf8');
  return /^go (\d+\.\d+)/m.exec(text)?.[1] ?? '1.25';
}

async function buildInputs(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true });
  return paths.filter((path) => /(^|\/)go\.(mod|sum)$|(?<!_test)\.go$/.test(path)).toSorted();
}

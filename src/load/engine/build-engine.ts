import { execFile, spawn } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { SetupError } from '../../input/setup-error.ts';
import { withoutKeys } from '../../target/keys.ts';
import { noteChecksum } from './engine-checksum.ts';
import { requiredGo } from './sources.ts';

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

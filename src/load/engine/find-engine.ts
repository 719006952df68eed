import { existsSync } from 'node:fs';
import { access, constants, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { PACKAGE_FOLDER } from '../../input/package-files.ts';
import { SetupError } from '../../input/setup-error.ts';
import { UsageError } from '../../input/usage-error.ts';
import { makeFolder } from '../../input/write-files.ts';
import {
  type BuildOptions,
  buildEngine,
  ENGINE_FOLDER,
  engineDigest,
  goToolchain,
  inspectEngine,
  withLock,
} from './build-engine.ts';

/** A build that no run has used for this time goes when a new one comes; another run may hold the others. */
const UNUSED_MS = 24 * 60 * 60 * 1000;
const LOCK = 'lock';

export interface FindOptions extends Partial<BuildOptions> {
  /** The Go module; Assay's own by default. */
  readonly folder?: string;
  /** That of this process by default. */
  readonly platform?: NodeJS.Platform;
}

/**
 * The load engine: what `ASSAY_ENGINE` names, or the one of an installed package, or the one in the
 * cache, or one that is built now. The one in the cache must match the checksum of its build.
 * @returns the path of the binary
 * @throws SetupError, UsageError
 */
export async function findEngine(options: FindOptions = {}): Promise<string> {
  const { env = process.env, progress = () => undefined, signal, folder = ENGINE_FOLDER } = options;
  const { from, path: binary, isThere } = await locateEngine(options);
  const home = dirname(binary);
  if (isThere) {
    if (from === 'the cache') await noteUse(home);
    return binary;
  }
  await makeFolder(home).catch((cause: unknown) => {
    throw new UsageError(
      `The load engine cannot be stored: the folder ${home} cannot be created. Set XDG_CACHE_HOME to a writable folder.`,
      { cause },
    );
  });
  const onWait = () => progress('Another process is building the load engine: waiting for it …');
  await withLock(join(home, LOCK), { onWait, signal }, async () => {
    const cached = await inspectEngine(binary);
    if (cached === 'whole') return;
    if (cached === 'damaged') {
      progress(
        `Load engine in the cache does not match its checksum and is built again: ${binary}`,
      );
    }
    await emptyExceptLock(home);
    await buildEngine(folder, binary, { env, progress, signal });
    await forgetOldBuilds(cacheFolder(env));
  });
  return binary;
}

/** Node has no Unix sockets on Windows, over which the engine sends what is judged. */
function requireSockets(platform: NodeJS.Platform): void {
  if (platform !== 'win32') return;
  throw new SetupError(
    'A load cannot run on Windows: the load engine needs a Unix socket. Run Assay in WSL or in a container; "assay conform" needs no engine.',
  );
}

/** Where the load engine comes from. */
export interface EnginePlace {
  readonly from: 'ASSAY_ENGINE' | 'its package' | 'the cache';
  readonly path: string;
  /** Whether it is there; the first load builds it otherwise. */
  readonly isThere: boolean;
}

/**
 * Where `findEngine` finds the load engine; nothing is built.
 * @throws SetupError, UsageError as `findEngine`
 */
export async function locateEngine(options: FindOptions = {}): Promise<EnginePlace> {
  const { env = process.env, folder = ENGINE_FOLDER, platform = process.platform } = options;
  requireSockets(platform);
  const given = env.ASSAY_ENGINE;
  if (given !== undefined && given !== '') {
    return { from: 'ASSAY_ENGINE', path: await givenEngine(given), isThere: true };
  }
  const installed = await packagedEngine();
  if (installed !== undefined) return { from: 'its package', path: installed, isThere: true };
  // The folder of the build of these sources with this Go.
  const digest = await engineDigest(folder, await goToolchain(folder, env));
  const path = join(cacheFolder(env), digest, 'engine');
  return { from: 'the cache', path, isThere: (await inspectEngine(path)) === 'whole' };
}

async function givenEngine(given: string): Promise<string> {
  const path = resolve(given);
  if (await isExecutable(path)) return path;
  throw new SetupError(
    `ASSAY_ENGINE is not an executable file: ${given}. Set it to a built engine, or unset it and Assay builds one.`,
  );
}

function cacheFolder(env: NodeJS.ProcessEnv): string {
  const base = env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache');
  return join(base, 'assay', 'engine');
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** Removes a damaged build, and what a build that was killed has left. */
async function emptyExceptLock(home: string): Promise<void> {
  const names = (await readdir(home)).filter((name) => name !== LOCK);
  await Promise.all(names.map((name) => rm(join(home, name), { recursive: true, force: true })));
}

/** The folder of a build has the time of its last use. */
async function noteUse(home: string): Promise<void> {
  const now = new Date();
  await utimes(home, now, now).catch(() => undefined);
}

async function forgetOldBuilds(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    const { mtimeMs: usedMs } = await stat(path);
    if (Date.now() - usedMs > UNUSED_MS) await rm(path, { recursive: true, force: true });
  }
}

/** The package with the engine for one platform, in the words of Node, such as `linux` and `x64`. */
export function enginePackage(platform: string, arch: string): string {
  return `@assay/engine-${platform}-${arch}`;
}

/** Where the program is in its package. */
export function engineFile(platform: string): string {
  return platform === 'win32' ? 'engine.exe' : 'engine';
}

const MANIFEST = z.object({ version: z.string() });

/**
 * The engine of an installed package for this platform.
 * @param folder where the search begins: Assay's own folder by default
 * @returns the path of the program; undefined when no such package is installed
 * @throws SetupError when the package belongs to another version of Assay
 */
export async function packagedEngine(folder = PACKAGE_FOLDER): Promise<string | undefined> {
  const name = enginePackage(process.platform, process.arch);
  const home = installedFolder(name, folder);
  if (home === undefined) return undefined;
  const [engine, assay] = await Promise.all([versionIn(home), versionIn(folder)]);
  if (engine !== assay) {
    throw new SetupError(
      `The load engine belongs to another version: ${name} is ${engine}, Assay is ${assay}. Install the engine package of ${assay}.`,
    );
  }
  return join(home, engineFile(process.platform));
}

/** Where Node finds a package from `folder`: in `node_modules` there, or further up. */
function installedFolder(name: string, folder: string): string | undefined {
  const home = join(folder, 'node_modules', name);
  if (existsSync(home)) return home;
  const parent = dirname(folder);
  return parent === folder ? undefined : installedFolder(name, parent);
}

async function versionIn(folder: string): Promise<string> {
  return MANIFEST.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).version;
}

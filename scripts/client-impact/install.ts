import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CLIENTS, type Client } from './clients.ts';

const run = promisify(execFile);

const DRIVERS = join(import.meta.dirname, 'drivers');
const FOLDER = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'client-impact');
const PYTHON = join(FOLDER, 'python', 'bin', 'python');
/** Its content is what is installed. */
const STAMP = join(FOLDER, 'installed.json');
const INSTALL_MS = 180_000;

/** How to start the driver of a client. */
export interface Program {
  readonly command: string;
  readonly file: string;
  /** Such as `Python 3.11.7`. */
  readonly runtime: string;
}

/**
 * Installs the clients into a folder of their own, unless they are there, and copies their drivers beside
 * them, where these find their packages.
 */
export async function install(): Promise<(client: Client) => Program> {
  await mkdir(FOLDER, { recursive: true });
  const wanted = JSON.stringify(CLIENTS.map(({ packages }) => packages));
  if ((await readFile(STAMP, 'utf8').catch(() => '')) !== wanted) {
    await Promise.all([installNode(), installPython()]);
    await writeFile(STAMP, wanted);
  }
  await cp(DRIVERS, FOLDER, { recursive: true });
  const { stdout } = await run(PYTHON, ['--version']);
  const python = stdout.trim();
  return ({ runtime, driver }) => ({
    command: runtime === 'node' ? process.execPath : PYTHON,
    file: join(FOLDER, driver),
    runtime: runtime === 'node' ? `Node ${process.versions.node}` : python,
  });
}

async function installNode(): Promise<void> {
  await writeFile(join(FOLDER, 'package.json'), '{ "private": true, "type": "module" }\n');
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const packages = packagesOf('node', '@');
  await run('npm', ['install', ...quiet, ...packages], { cwd: FOLDER, timeout: INSTALL_MS });
}

async function installPython(): Promise<void> {
  await run('python3', ['-m', 'venv', join(FOLDER, 'python')], { timeout: INSTALL_MS }).catch(
    (cause: unknown) => {
      throw new Error('openai-python needs python3 with venv: install them.', { cause });
    },
  );
  const packages = packagesOf('python', '==');
  await run(PYTHON, ['-m', 'pip', 'install', '--quiet', ...packages], { timeout: INSTALL_MS });
}

function packagesOf(runtime: Client['runtime'], separator: string): string[] {
  return CLIENTS.filter((client) => client.runtime === runtime).flatMap(({ packages }) =>
    Object.entries(packages).map(([name, version]) => `${name}${separator}${version}`),
  );
}

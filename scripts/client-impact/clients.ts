import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Operation } from '../../src/contract/operations.ts';
import { CALLS, type Verb } from './calls.ts';

/** An official client, with what is installed to run it. */
export interface Client {
  /** As the page and the reports call it. */
  readonly name: string;
  readonly runtime: 'node' | 'python' | 'go';
  /** Below `drivers`. */
  readonly driver: string;
  /** Operations for which it has no call. */
  readonly without: readonly Operation[];
  /** What it cannot do. */
  readonly lacks: readonly Verb[];
  /** Pinned, the package of the client first. */
  readonly packages: Readonly<Record<string, string>>;
}

const VIDEO = ['video-create', 'video-read', 'video-cancel'] as const;
const VIDEO_VERBS = [
  'video',
  'whole-video',
  'video-progress',
  'cancelled-video',
  'video-read',
] as const;

/** The version of openai-node is that of `devDependencies`: a test compares them. */
export const CLIENTS: readonly Client[] = [
  {
    name: 'openai-node',
    runtime: 'node',
    driver: 'openai-node.mjs',
    without: [],
    lacks: [],
    packages: { openai: '7.57.0' },
  },
  {
    name: 'openai-python',
    runtime: 'python',
    driver: 'openai-python.py',
    without: [],
    lacks: [],
    packages: { openai: '3.54.0' },
  },
  {
    name: 'AI SDK',
    runtime: 'node',
    driver: 'ai-sdk.mjs',
    without: VIDEO,
    lacks: ['chat-helper', 'response-helper', 'formatted-transcription', ...VIDEO_VERBS],
    packages: {
      ai: '7.0.173',
      '@ai-sdk/openai': '4.0.118',
      '@ai-sdk/openai-compatible': '3.0.92',
    },
  },
];

/** They make the calls at a gateway without a fault only: what a fault does to them is not measured. */
const FURTHER_CLIENTS: readonly Client[] = [
  {
    name: 'LangChain',
    runtime: 'node',
    driver: 'langchain.mjs',
    without: ['transcription', ...VIDEO],
    lacks: [
      'chat-helper',
      'response-helper',
      'transcription',
      'formatted-transcription',
      ...VIDEO_VERBS,
    ],
    packages: { '@langchain/openai': '1.6.0', '@langchain/core': '1.4.0' },
  },
  {
    name: 'openai-go',
    runtime: 'go',
    driver: 'openai-go/driver',
    without: [],
    lacks: [],
    packages: { 'github.com/openai/openai-go/v3': '3.99.0' },
  },
];

export const ALL_CLIENTS: readonly Client[] = [...CLIENTS, ...FURTHER_CLIENTS];

/** Names of the calls that a client can make. */
export function callsOf({ lacks }: Client): readonly string[] {
  return Object.keys(CALLS).filter((name) => !CALLS[name]?.some(([verb]) => lacks.includes(verb)));
}

const run = promisify(execFile);

const DRIVERS = join(import.meta.dirname, 'drivers');
const FOLDER = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'client-impact');
const PYTHON = join(FOLDER, 'python', 'bin', 'python');
/** Its content is what is installed. */
const STAMP = join(FOLDER, 'installed.json');
const INSTALL_MS = 180_000;
/** The first build of openai-go compiles all of it. */
const BUILD_MS = 900_000;

/** How to start the driver of a client. */
interface Program {
  readonly command: string;
  readonly parameters: readonly string[];
  /** Such as `Python 3.11.7`. */
  readonly runtime: string;
}

/**
 * Installs clients into a folder of their own, unless they are there, and copies their drivers beside
 * them, where these find their packages.
 */
export async function install(
  clients: readonly Client[] = CLIENTS,
): Promise<(client: Client) => Program> {
  await mkdir(FOLDER, { recursive: true });
  const wanted = JSON.stringify(ALL_CLIENTS.map(({ packages }) => packages));
  if ((await readFile(STAMP, 'utf8').catch(() => '')) !== wanted) {
    await Promise.all([installNode(), installPython()]);
    await writeFile(STAMP, wanted);
  }
  await cp(DRIVERS, FOLDER, { recursive: true });
  if (clients.some(({ runtime }) => runtime === 'go')) await buildGo();
  const { stdout } = await run(PYTHON, ['--version']);
  const python = stdout.trim();
  const programs: Readonly<Record<Client['runtime'], (file: string) => Program>> = {
    node: (file) => ({
      command: process.execPath,
      parameters: [file],
      runtime: `Node ${process.versions.node}`,
    }),
    python: (file) => ({ command: PYTHON, parameters: [file], runtime: python }),
    go: (file) => ({ command: file, parameters: [], runtime: 'Go' }),
  };
  return ({ runtime, driver }) => programs[runtime](join(FOLDER, driver));
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

/** The compiler keeps what it has compiled: a second build takes seconds. */
async function buildGo(): Promise<void> {
  const cwd = join(FOLDER, 'openai-go');
  await writeFile(join(cwd, 'go.mod'), 'module driver\n\ngo 1.25\n');
  await run('go', ['get', ...packagesOf('go', '@v')], { cwd, timeout: INSTALL_MS });
  await run('go', ['build', '-o', 'driver', '.'], { cwd, timeout: BUILD_MS });
}

function packagesOf(runtime: Client['runtime'], separator: string): string[] {
  return ALL_CLIENTS.filter((client) => client.runtime === runtime).flatMap(({ packages }) =>
    Object.entries(packages).map(([name, version]) => `${name}${separator}${version}`),
  );
}

const ErrorSchema = z.object({
  name: z.string(),
  status: z.number().optional(),
  code: z.unknown().optional(),
  param: z.unknown().optional(),
  type: z.unknown().optional(),
  message: z.unknown().optional(),
});

const Result = z.object({
  id: z.number(),
  requests: z.number(),
  value: z.json().optional(),
  error: ErrorSchema.optional(),
});

export type Json = z.infer<ReturnType<typeof z.json>>;
export type ClientError = z.infer<typeof ErrorSchema>;

/** What a program sees of one call: a value or an error. */
export interface Outcome {
  readonly value?: Json | undefined;
  readonly error?: ClientError | undefined;
  /** HTTP requests except reads, those that the client sent again included. */
  readonly requests: number;
}

/** Where the client sends its requests. */
export interface Address {
  readonly address: string;
  readonly key: string;
}

/** A client in a process of its own, which makes calls on request. */
export class Driver {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (outcome: Outcome) => void>();
  #calls = 0;

  constructor({ command, parameters }: Program) {
    this.#child = spawn(command, parameters, { stdio: ['pipe', 'pipe', 'ignore'] });
    if (this.#child.stdout === null) throw new Error('The driver has no output.');
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#receive(line));
  }

  /** Resolves with undefined when the call has not ended after `limitMs`. */
  async call(name: string, to: Address, limitMs: number): Promise<Outcome | undefined> {
    const id = this.#calls++;
    const ended = new Promise<Outcome | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), limitMs);
      this.#waiting.set(id, (outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      });
    });
    this.#child.stdin?.write(`${JSON.stringify({ id, steps: CALLS[name], ...to })}\n`);
    return await ended.finally(() => this.#waiting.delete(id));
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await ended;
  }

  #receive(line: string): void {
    const { id, ...outcome } = Result.parse(JSON.parse(line));
    this.#waiting.get(id)?.(outcome);
  }
}

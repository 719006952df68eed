import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBehaviour } from '../../reference-server/hostile/behaviours/index.ts';
import { ASSAY } from '../support/programs/package-paths.ts';
import { flagsOf, type HostileCommand } from './commands.ts';
import { expectationOf } from './expectations.ts';
import { certificateOf, type HostileProcess } from './hostile-process.ts';
import { type Peak, ProcessTree } from './process-tree.ts';

/** Two keys that appear nowhere else. */
export const KEYS = ['sk-Canary7fQ2xLw9ZbT4mVr8', 'sk-Second3kHd6yNp1GsW5jXu0'] as const;

/** Kept between runs, which have temporary folders of their own. */
const COMPILE_CACHE = join(tmpdir(), 'node-compile-cache');

/** A process that takes longer is killed: it would also hold up a pipeline. */
const LONGEST_MS = 150_000;
/** Between the end of the process and that of the last one that it started. */
const CHILDREN_MS = 2000;

/** One run of a command against a hostile gateway. */
export interface HostileRun {
  readonly name: string;
  readonly command: HostileCommand;
  /** Null when the process was killed because it took too long. */
  readonly code: number | null;
  readonly seconds: number;
  readonly peak: Peak;
  readonly stdout: string;
  readonly stderr: string;
  /** All files of the report, by name. */
  readonly files: ReadonlyMap<string, string>;
  /** Requests to another origin. */
  readonly strayed: readonly string[];
  /** Processes that it left behind. */
  readonly leftBehind: readonly string[];
}

/** Runs a command in a process of its own against a gateway with this behaviour. */
export async function runHostile(
  name: string,
  command: HostileCommand,
  { address, strayed }: HostileProcess,
): Promise<HostileRun> {
  const behaviour = findBehaviour(name);
  const rules = expectationOf(name)[command].filter((each) => typeof each === 'string');
  const folder = await mkdtemp(join(tmpdir(), 'assay-hostile-'));
  try {
    const reports = join(folder, 'reports');
    await mkdir(join(folder, 'tmp'));
    await writeFile(join(folder, 'profile.yaml'), PROFILE);
    await writeFile(join(folder, 'assay.yaml'), CONFIGURATION);
    const flags = ['--target', address, '--out', reports, '--verbose'];
    flags.push(...flagsOf(behaviour, command, rules));
    const ran = await run([command, ...flags], folder, await trust(name, address, folder));
    return { name, command, ...ran, files: await filesIn(reports), strayed };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The variables with which Node and the engine trust a certificate, so that only its defect counts. */
async function trust(
  name: string,
  address: string,
  folder: string,
): Promise<Readonly<Record<string, string>>> {
  if (name !== 'tls-expired' && name !== 'tls-wrong-name') return {};
  const file = join(folder, 'trusted.pem');
  await writeFile(file, await certificateOf(address));
  return { NODE_EXTRA_CA_CERTS: file, SSL_CERT_FILE: file };
}

const REASON = 'A hostile gateway never answers in time: waiting longer shows nothing.';

/** Deadlines that are short, and the workload. */
const PROFILE = `name: hostile
overrides:
${Object.entries({
  answerDeadlineMs: 2500,
  videoDeadlineMs: 1500,
  videoPollMs: 50,
  cancelDeadlineMs: 500,
  replayLagMs: 50,
  recoveryDeadlineMs: 1000,
  retryBudgetMs: 1000,
  raceRounds: 2,
})
  .map(([setting, value]) => `  - {setting: ${setting}, value: ${value}, reason: "${REASON}"}`)
  .join('\n')}
`;

const CONFIGURATION = `profile: profile.yaml
models: {chat: m, responses: m, images: m, transcription: m, video: m}
workload: {arrivalRate: 10/s, duration: 1s, gracefulStop: 1s, mix: {chat: 1, chat-stream: 1}}
`;

type Ran = Omit<HostileRun, 'name' | 'command' | 'files' | 'strayed'>;

async function run(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  const startMs = performance.now();
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [ASSAY, ...args], {
    cwd,
    env: {
      ...inherited,
      ...env,
      TMPDIR: join(cwd, 'tmp'),
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      NO_COLOR: '1',
      ASSAY_API_KEY: KEYS[0],
      ASSAY_API_KEY_2: KEYS[1],
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const tree = new ProcessTree(child.pid ?? 0);
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  tree.end();
  const seconds = (performance.now() - startMs) / 1000;
  return {
    code: typeof code === 'number' ? code : null,
    seconds,
    peak: tree.largest,
    stdout: stdout.text,
    stderr: stderr.text,
    leftBehind: await leftBehind(tree),
  };
}

function textOf(stream: NodeJS.ReadableStream): { text: string } {
  const collected = { text: '' };
  stream.setEncoding('utf8').on('data', (text: string) => {
    collected.text += text;
  });
  return collected;
}

async function leftBehind(tree: ProcessTree): Promise<readonly string[]> {
  const endMs = performance.now() + CHILDREN_MS;
  while (tree.alive.length > 0 && performance.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return tree.alive;
}

async function filesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder).catch(() => []);
  const texts = names.map(
    async (name) => [name, await readFile(join(folder, name), 'utf8')] as const,
  );
  return new Map(await Promise.all(texts));
}

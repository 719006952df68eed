import { Writable } from 'node:stream';
import { expect } from 'vitest';
import { main } from '../../src/cli.ts';
import type { CommandOptions, CommandRun } from '../system/support/run-assay.ts';

/** Variables that a test must not inherit: keys of this machine, its CI server, and colours. */
const ENVIRONMENT = {
  ASSAY_API_KEY: undefined,
  ASSAY_API_KEY_2: undefined,
  GITHUB_ACTIONS: undefined,
  GITLAB_CI: undefined,
  NO_COLOR: '1',
};

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the command line in this process, one run after the other, also for concurrent tests: it starts
 * in a hundredth of the time, and needs a third of the processor time of a short run. Signals, pipes and
 * exits need a process of their own.
 * @param words as a shell has split them, or one text of words without a space
 */
export function assay(
  words: string | readonly string[],
  options: RunOptions = {},
): Promise<CommandRun> {
  const args = typeof words === 'string' ? words.split(' ') : words;
  const run = last.then(() => runOne(args, options));
  last = run.catch(() => undefined);
  return run;
}

/** The command line ends with exit code 3 and this message, without a result or a stack. */
export async function expectRefused(
  words: string | readonly string[],
  message: RegExp | string,
  options?: RunOptions,
): Promise<void> {
  const run = await assay(words, options);
  expect(run.stderr).toMatch(message);
  expect(run.stderr).not.toMatch(/\n\s+at /);
  expect(run).toMatchObject({ code: 3, stdout: '' });
}

async function runOne(
  args: readonly string[],
  { env = {}, cwd, columns }: RunOptions,
): Promise<CommandRun> {
  const [stdout, stderr] = [new Text(columns), new Text(columns)];
  const restore = setEnvironment({ ...ENVIRONMENT, ...env });
  const folder = process.cwd();
  try {
    if (cwd !== undefined) process.chdir(cwd);
    const code = await main(args, { stdout, stderr });
    return { code, stdout: stdout.text, stderr: stderr.text };
  } finally {
    process.chdir(folder);
    restore();
  }
}

interface RunOptions extends Pick<CommandOptions, 'env' | 'cwd'> {
  /** Width of the terminal; none when absent. */
  readonly columns?: number;
}

/** A stream that keeps what is written to it. */
export class Text extends Writable {
  text = '';
  readonly isTTY: boolean;
  readonly columns: number;

  /** @param columns width of the terminal; none when 0 */
  constructor(columns = 0) {
    super();
    this.isTTY = columns > 0;
    this.columns = columns;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** @returns a function that restores it */
function setEnvironment(variables: Readonly<Record<string, string | undefined>>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  assign(Object.entries(variables));
  return () => assign(before);
}

function assign(variables: readonly (readonly [name: string, value: string | undefined])[]): void {
  for (const [name, value] of variables) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

import { spawn } from 'node:child_process';
import { Readable, type Writable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import { SetupError } from '../../input/setup-error.ts';

/** As long as a sentence can be. */
const LONGEST = 600;
/** Lines that the client library logs in addition to the error. */
const LOGGED = /^[EWI]\d{4} /;

/** A command of kubectl that failed, in its own words. */
export class KubectlFailure extends SetupError {
  constructor(words: readonly string[], stderr: string) {
    const lines = stderr.split('\n').filter((line) => !LOGGED.test(line));
    const text = lines.join(' ').replace(/\s+/g, ' ').trim();
    const said = text.replace(/^error: /i, '').slice(0, LONGEST) || 'it gives no reason';
    super(`kubectl ${words.join(' ')} failed: ${said.replace(/([^.!?])$/, '$1.')}`);
  }
}

interface KubectlCall {
  /** Given to kubectl on its standard input: where secrets go, never into arguments. */
  readonly input?: string;
  /** Gets what kubectl prints, and is then closed. */
  readonly into?: Writable;
  /** How long the command may take; 30 s by default. */
  readonly limitMs?: number;
}

const LIMIT_MS = 30_000;

/** The program kubectl, with the context that the user has chosen. */
export class Kubectl {
  /** For all commands; that of the current context when absent. */
  readonly namespace: string | undefined;
  readonly #env: NodeJS.ProcessEnv;

  /** @param env without keys, which kubectl does not need */
  constructor(env: NodeJS.ProcessEnv, namespace: string | undefined) {
    this.#env = env;
    this.namespace = namespace;
  }

  /** The words of a command in the namespace. */
  scoped(words: readonly string[]): readonly string[] {
    return this.namespace === undefined ? words : ['-n', this.namespace, ...words];
  }

  /**
   * What kubectl prints.
   * @throws KubectlFailure; SetupError without kubectl; what `into` fails with
   */
  async text(words: readonly string[], call: KubectlCall = {}): Promise<string> {
    const { input = '', into, limitMs = LIMIT_MS } = call;
    const child = spawn('kubectl', this.scoped(words), {
      env: this.#env,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A Ctrl-C in the terminal reaches this process only, which cleans up with further commands.
      detached: true,
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    const complaint = textOf(child.stderr);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    child.once('error', ({ message }) => reject(notStarted(message)));
    child.once('close', async (code, signal) => {
      const late = `no response within ${limitMs / 1000} s`;
      if (code !== 0) reject(new KubectlFailure(words, signal === null ? await complaint : late));
      resolve();
    });
    child.stdin.on('error', () => undefined).end(input);
    const out = into === undefined ? textOf(child.stdout) : pipeline(child.stdout, into);
    try {
      const [printed] = await Promise.all([out, promise]);
      return printed ?? '';
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * What kubectl prints; '' where the cluster does not say it, or no longer has the object.
   * @throws SetupError without kubectl
   */
  async textOrNone(words: readonly string[], call: KubectlCall = {}): Promise<string> {
    return await this.text(words, call).catch((error) => {
      if (error instanceof KubectlFailure) return '';
      throw error;
    });
  }

  /** @throws KubectlFailure; SetupError without kubectl */
  async json<T>(words: readonly string[], schema: z.ZodType<T>): Promise<T> {
    return schema.parse(JSON.parse(await this.text([...words, '-o', 'json'])));
  }

  /** Starts a command that goes on when this process ends. */
  leave(words: readonly string[]): void {
    const options = { env: this.#env, stdio: 'ignore', detached: true } as const;
    const child = spawn('kubectl', this.scoped(words), options);
    child.on('error', () => undefined).unref();
  }
}

function notStarted(message: string): SetupError {
  const isMissing = message.includes('ENOENT');
  const why = isMissing ? 'kubectl is not on the PATH' : `kubectl cannot be started (${message})`;
  return new SetupError(
    `${why}. Install it, because --on-cluster needs it, or print the objects with --emit k6-operator.`,
  );
}

/** The command that runs a shell line in the container of the engine. */
export function inShell(pod: string, line: string): readonly string[] {
  return ['exec', pod, '-c', 'k6', '--', 'sh', '-c', line];
}

/** Each command is a process of some 50 MB. */
const AT_ONCE = 4;

/** Runs a task for each item, a few at once. The first error ends it. */
export async function forEach<T>(
  items: readonly T[],
  task: (item: T) => Promise<unknown>,
): Promise<void> {
  const run = async (item: T): Promise<void> => void (await task(item));
  await Readable.from(items).forEach(run, { concurrency: AT_ONCE });
}

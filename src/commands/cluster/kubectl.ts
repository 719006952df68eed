import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import { SetupError } from '../../input/setup-error.ts';

/** As long as a sentence can be. */
const LONGEST = 600;
/** Lines that the client library logs in addition to the error. */
const LOGGED = /^[EWI]\d{4} /;

/** A command of kubectl that failed, and may succeed later. */
export class KubectlFailure extends SetupError {}

/** In the words of kubectl. Without the right to a command, asking again changes nothing. */
function failureOf(words: readonly string[], stderr: string): SetupError {
  const lines = stderr.split('\n').filter((line) => !LOGGED.test(line));
  const text = lines.join(' ').replace(/\s+/g, ' ').trim();
  const said = text.replace(/^error: /i, '').slice(0, LONGEST) || 'it gives no reason';
  const Failure = said.includes('(Forbidden)') ? SetupError : KubectlFailure;
  return new Failure(`kubectl ${words.join(' ')} failed: ${said.replace(/([^.!?])$/, '$1.')}`);
}

interface KubectlCall {
  /** Given to kubectl on its standard input: where secrets go, never into arguments. */
  readonly input?: string;
  /** Gets what kubectl prints, and is then closed. */
  readonly into?: Writable;
  /** How long the command may take; 30 s by default. */
  readonly limitMs?: number;
}

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
   * @throws KubectlFailure; SetupError without kubectl or the right; what `into` fails with
   */
  async text(words: readonly string[], call: KubectlCall = {}): Promise<string> {
    const { input = '', into, limitMs = 30_000 } = call;
    const child = spawn('kubectl', this.scoped(words), {
      env: this.#env,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A Ctrl-C in the terminal reaches this process only, which cleans up with further commands.
      detached: true,
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    const complaint = textOf(child.stderr);
    const closed = once(child, 'close').catch(notStarted);
    child.stdin.on('error', () => undefined).end(input);
    const out = into === undefined ? textOf(child.stdout) : pipeline(child.stdout, into);
    try {
      const [printed, [code, signal]] = await Promise.all([out, closed]);
      const late = `no response within ${limitMs / 1000} s`;
      if (code !== 0) throw failureOf(words, signal === null ? await complaint : late);
      return printed ?? '';
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * What kubectl prints; '' where the cluster does not say it, or no longer has the object.
   * @throws SetupError without kubectl or the right
   */
  async textOrNone(words: readonly string[]): Promise<string> {
    return await this.text(words).catch((error) => {
      if (error instanceof KubectlFailure) return '';
      throw error;
    });
  }

  /** @throws KubectlFailure; SetupError without kubectl or the right */
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

function notStarted({ message }: Error): never {
  const isMissing = message.includes('ENOENT');
  const why = isMissing ? 'kubectl is not on the PATH' : `kubectl cannot be started (${message})`;
  throw new SetupError(
    `${why}. Install it, because --on-cluster needs it, or print the objects with --emit k6-operator.`,
  );
}

/** The command that runs a shell line in the container of the engine. */
export function inShell(pod: string, line: string): readonly string[] {
  return ['exec', pod, '-c', 'k6', '--', 'sh', '-c', line];
}

/** Each command is a process of some 50 MB. */
const AT_ONCE = 4;

/** Runs a task for each item, a few at once. */
export async function forEach<T>(
  items: readonly T[],
  task: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await task(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

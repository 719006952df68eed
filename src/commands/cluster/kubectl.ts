import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import { SetupError } from '../../input/setup-error.ts';
import { onEarlyExit } from '../../target/exit-cleanup.ts';

/** A command of kubectl that failed. */
export class KubectlFailure extends SetupError {
  readonly kind: 'unreachable' | 'forbidden' | 'not-found' | 'other';

  constructor(words: readonly string[], stderr: string) {
    const said = complaintOf(stderr);
    const kind = KINDS.find(([pattern]) => pattern.test(said))?.[1] ?? 'other';
    super(
      `kubectl ${words.join(' ')} failed: ${said}${/[.!?]$/.test(said) ? '' : '.'}${REMEDIES[kind]}`,
    );
    this.kind = kind;
  }
}

const KINDS: readonly (readonly [RegExp, KubectlFailure['kind']])[] = [
  [/\(Forbidden\)|Unauthorized|must be logged in/i, 'forbidden'],
  [/\(NotFound\)/, 'not-found'],
  [
    /connection (to the server|refused|reset)|unable to connect|no such host|i\/o timeout|deadline exceeded|Client\.Timeout|TLS handshake|current-context|no configuration/i,
    'unreachable',
  ],
];

const REMEDIES: Readonly<Record<KubectlFailure['kind'], string>> = {
  unreachable: ' Check the current context: kubectl config current-context, kubectl cluster-info.',
  forbidden: ' Use an account with this right, or a namespace in which it has it (--namespace).',
  'not-found': '',
  other: '',
};

/** As long as a sentence can be. */
const LONGEST = 600;
/** Lines that the client library logs in addition to the error. */
const LOGGED = /^[EWI]\d{4} /;

export interface KubectlOptions {
  /** The environment of kubectl: without keys, which it does not need. */
  readonly env: NodeJS.ProcessEnv;
  /** For all commands; that of the current context when absent. */
  readonly namespace: string | undefined;
}

export interface KubectlCall {
  /** Given to kubectl on its standard input: where secrets go, never into arguments. */
  readonly input?: string;
  /** How long the command may take; 30 s by default. */
  readonly limitMs?: number;
}

const LIMIT_MS = 30_000;

/** The program kubectl, with the context that the user has chosen. */
export class Kubectl {
  readonly namespace: string | undefined;
  readonly #env: NodeJS.ProcessEnv;

  constructor({ env, namespace }: KubectlOptions) {
    this.#env = env;
    this.namespace = namespace;
  }

  /** A command for the user, such as `kubectl -n load get pods`. */
  line(...words: readonly string[]): string {
    return ['kubectl', ...this.#scope(), ...words].join(' ');
  }

  /**
   * What kubectl prints.
   * @throws KubectlFailure; SetupError without kubectl
   */
  async text(
    words: readonly string[],
    { input = '', limitMs = LIMIT_MS }: KubectlCall = {},
  ): Promise<string> {
    const { child, ended } = this.#start(words, limitMs);
    child.stdin.on('error', () => undefined).end(input);
    const [out] = await Promise.all([textOf(child.stdout), ended]);
    return out;
  }

  /**
   * What kubectl prints as JSON.
   * @throws KubectlFailure; SetupError without kubectl, or for JSON of another form
   */
  async json<T>(words: readonly string[], schema: z.ZodType<T>): Promise<T> {
    const out = await this.text([...words, '-o', 'json']);
    const parsed = schema.safeParse(jsonOf(out));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new SetupError(
      `kubectl ${words.join(' ')} printed JSON of an unexpected form: ${issue?.path.join('.')}: ${issue?.message}. Check the versions of kubectl and of the cluster.`,
    );
  }

  /**
   * Copies what kubectl prints to a stream, which is then closed.
   * @throws KubectlFailure, and what the stream fails with
   */
  async copy(words: readonly string[], sink: Writable, limitMs: number): Promise<void> {
    const { child, ended } = this.#start(words, limitMs);
    child.stdin.end();
    await Promise.all([pipeline(child.stdout, sink), ended]);
  }

  /** Starts a command that goes on when this process ends. */
  leave(words: readonly string[]): void {
    spawn('kubectl', [...this.#scope(), ...words], {
      env: this.#env,
      stdio: 'ignore',
      detached: true,
    })
      .on('error', () => undefined)
      .unref();
  }

  #start(words: readonly string[], limitMs: number) {
    const child = spawn('kubectl', [...this.#scope(), ...words], {
      env: this.#env,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A Ctrl-C in the terminal reaches this process only, which cleans up with further commands.
      detached: true,
    });
    const settled = onEarlyExit(() => child.kill('SIGKILL'));
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    const complaint = textOf(child.stderr);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    child.once('error', (error) => reject(notStarted(error)));
    child.once('close', async (code, signal) => {
      if (code === 0) resolve();
      else if (signal === null) reject(new KubectlFailure(words, await complaint));
      else reject(new KubectlFailure(words, `i/o timeout after ${limitMs / 1000} s`));
    });
    const ended = promise.finally(() => {
      settled();
      clearTimeout(timer);
    });
    return { child, ended };
  }

  #scope(): readonly string[] {
    return this.namespace === undefined ? [] : ['-n', this.namespace];
  }
}

function notStarted(error: Error): SetupError {
  const why =
    'code' in error && error.code === 'ENOENT'
      ? 'kubectl is not on the PATH'
      : `kubectl cannot be started (${error.message})`;
  return new SetupError(
    `${why}. Install it, because --on-cluster needs it, or print the objects with --emit k6-operator.`,
  );
}

function complaintOf(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !LOGGED.test(line));
  const said = lines
    .join(' ')
    .replace(/^error: /i, '')
    .replace(/\s+/g, ' ')
    .trim();
  return said === '' ? 'it gives no reason' : said.slice(0, LONGEST);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

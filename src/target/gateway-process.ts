import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { SetupError } from '../input/setup-error.ts';
import { withoutKeys } from './keys.ts';

const START_DEADLINE_MS = 20_000;
/** Longer than the gateway waits for requests in flight when it has to stop. */
const STOP_DEADLINE_MS = 8_000;
const COMPLAINT_CHARACTERS = 4096;
const LISTENING = /^(?:listening|base address) (http:\/\/\S+)$/;

/** What a child process is, for messages, and how it is started. */
interface Started {
  /** The beginning of a sentence. */
  readonly name: string;
  /** The program: Node by default. */
  readonly command?: string;
  /** Finds in the last line of stderr what a user can do; the first group begins a sentence. */
  readonly problem?: RegExp;
}

const GATEWAY: Started = { name: 'The embedded reference gateway' };

/** A server that runs as a child process, says where it listens, and ends with this process. */
export class GatewayProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #closed: Promise<unknown>;
  readonly #name: string;
  readonly #problem: RegExp | undefined;
  /** The end of what it wrote to stderr. */
  #complaint = '';
  #spawnFailure: string | undefined;
  #stopping: Promise<void> | undefined;

  /**
   * @param parameters of the program; the script and its options where it is Node
   * @param variables added to the environment, which has no key of the user
   */
  constructor(
    parameters: readonly string[],
    variables: Readonly<Record<string, string>>,
    { name, command = process.execPath, problem }: Started = GATEWAY,
  ) {
    this.#name = name;
    this.#problem = problem;
    this.#child = spawn(command, parameters, {
      env: { ...withoutKeys(process.env), ...variables },
      // Its stdin is a pipe; when Assay ends, the pipe closes and the gateway stops.
      stdio: ['pipe', 'pipe', 'pipe'],
      // Not in the foreground group of the terminal: on Ctrl-C this process stops the gateway.
      detached: true,
    });
    this.#closed = once(this.#child, 'close').catch(({ message }: Error) => {
      this.#spawnFailure = message;
    });
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-COMPLAINT_CHARACTERS);
    });
  }

  /**
   * The address that it reports.
   * @throws SetupError after which the process is gone
   */
  async listening(deadlineMs = START_DEADLINE_MS): Promise<string> {
    const deadline = AbortSignal.timeout(deadlineMs);
    const address = await Promise.race([
      this.#announcement(),
      this.#closed.then(() => undefined),
      once(deadline, 'abort').then(() => undefined),
    ]);
    if (address !== undefined) return address;
    const reason =
      this.#toMend() ?? this.ended() ?? `it did not listen within ${deadlineMs / 1000} s`;
    await this.stop();
    throw new SetupError(`${this.#name} did not start: ${reason}.`);
  }

  /** Why it ended, as a clause; undefined while it runs or when Assay stopped it. */
  ended(): string | undefined {
    if (this.#stopping !== undefined) return undefined;
    const { exitCode, signalCode } = this.#child;
    if (this.#spawnFailure === undefined && exitCode === null && signalCode === null) {
      return undefined;
    }
    const how = this.#spawnFailure ?? signalCode ?? `exit code ${exitCode}`;
    const complaint = this.#lastLine();
    return complaint ? `it ended with ${how} (${complaint})` : `it ended with ${how}`;
  }

  #lastLine(): string | undefined {
    return this.#complaint.trim().split('\n').at(-1);
  }

  #toMend(): string | undefined {
    return this.#problem?.exec(this.#lastLine() ?? '')?.[1];
  }

  /** Stops it with SIGTERM, and with SIGKILL at the deadline. */
  stop(deadlineMs = STOP_DEADLINE_MS): Promise<void> {
    this.#stopping ??= this.#stop(deadlineMs);
    return this.#stopping;
  }

  async #stop(deadlineMs: number): Promise<void> {
    this.#child.kill('SIGTERM');
    const impatience = setTimeout(() => this.#child.kill('SIGKILL'), deadlineMs);
    await this.#closed;
    clearTimeout(impatience);
  }

  #announcement(): Promise<string> {
    return new Promise((resolve) => {
      createInterface({ input: this.#child.stdout }).on('line', (line) => {
        const address = LISTENING.exec(line)?.[1];
        if (address !== undefined) resolve(address);
      });
    });
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Program } from './install.ts';

const ErrorSchema = z.object({
  name: z.string(),
  status: z.number().optional(),
  code: z.unknown().optional(),
  param: z.unknown().optional(),
  type: z.unknown().optional(),
  message: z.unknown().optional(),
});

const Hello = z.object({ calls: z.array(z.string()) });
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
  /** Names of the calls that the client can make. */
  readonly calls: readonly string[];
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (outcome: Outcome) => void>();
  #calls = 0;

  private constructor(child: ChildProcess, calls: readonly string[]) {
    this.#child = child;
    this.calls = calls;
  }

  static async start({ command, file }: Program): Promise<Driver> {
    const child = spawn(command, [file], { stdio: ['pipe', 'pipe', 'ignore'] });
    const lines = createInterface({ input: child.stdout });
    const first = await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`${file} ended with exit code ${code}.`)));
    });
    const driver = new Driver(child, Hello.parse(JSON.parse(first)).calls);
    lines.on('line', (line) => driver.#receive(line));
    return driver;
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
    this.#child.stdin?.write(`${JSON.stringify({ id, call: name, ...to })}\n`);
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

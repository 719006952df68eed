import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { findEngine } from '../src/load/engine/find-engine.ts';
import { progress } from './load-once.ts';

/** No delay, and 32 tokens. */
const DEFAULTS = ['--ttft', '0s', '--itl', '0s', '--tokens', '32'];

/** A gateway that is faster than the load engine, with a clock: `engine upstream` without a gateway. */
export class MockServer {
  readonly address: string;
  readonly pid: number;
  readonly #child: ChildProcessByStdio<null, Readable, null>;

  private constructor(child: ChildProcessByStdio<null, Readable, null>, address: string) {
    this.#child = child;
    this.address = address;
    this.pid = child.pid ?? 0;
  }

  /** @param parameters such as `--ttft 50ms` */
  static async start(parameters: readonly string[]): Promise<MockServer> {
    const child = spawn(await findEngine({ progress }), ['upstream', ...DEFAULTS, ...parameters], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // A session of its own, as the embedded gateway has: Linux shares the cores among sessions.
      detached: true,
    });
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    return new MockServer(child, String(line).replace('listening ', ''));
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await once(this.#child, 'close');
  }
}

import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('mock-server/', import.meta.url));

/** A gateway of the bench's own (`mock-server/main.go`): faster than the engine, with a clock. */
export class MockServer {
  readonly address: string;
  readonly pid: number;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;

  private constructor(child: ChildProcessByStdio<Writable, Readable, null>, address: string) {
    this.#child = child;
    this.address = address;
    this.pid = child.pid ?? 0;
  }

  /** @param parameters such as `-ttft 50ms` */
  static async start(parameters: readonly string[]): Promise<MockServer> {
    const folder = mkdtempSync(join(tmpdir(), 'assay-mock-'));
    const binary = join(folder, 'mock-server');
    try {
      execFileSync('go', ['build', '-trimpath', '-o', binary, '.'], { cwd: SOURCES });
      const child = spawn(binary, parameters, {
        stdio: ['pipe', 'pipe', 'inherit'],
        // A session of its own, as the embedded gateway has: Linux shares the cores among sessions.
        detached: true,
      });
      const [line] = await once(createInterface({ input: child.stdout }), 'line');
      return new MockServer(child, String(line).replace('listening ', ''));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  async stop(): Promise<void> {
    this.#child.stdin.end();
    await once(this.#child, 'close');
  }
}

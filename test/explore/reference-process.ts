import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { modulePath } from '../../src/input/package-files.ts';
import { keyVariables } from '../../src/target/keys.ts';

const MAIN = modulePath('reference-server/main.ts');

/** A reference gateway in a process of its own, which can crash and start again at its address. */
export class ReferenceProcess {
  address = '';
  #options: readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  #child: ReturnType<typeof spawn> | undefined;

  /** @param options as `assay serve` takes them, without a port */
  constructor(
    keys: { readonly first: string; readonly second: string },
    options: readonly string[],
  ) {
    this.#env = { ...process.env, ...keyVariables(keys) };
    this.#options = ['--port', '0', '--parent-pipe', ...options];
  }

  async start(): Promise<this> {
    const child = spawn(process.execPath, [MAIN, ...this.#options], {
      env: this.#env,
      // It ends with this process.
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const address = /^base address (.*)\/v1$/.exec(line)?.[1];
      if (address === undefined) continue;
      this.address = address;
      this.#options = ['--port', new URL(address).port, ...this.#options.slice(2)];
      return this;
    }
    throw new Error('The reference gateway did not start.');
  }

  /** Ends at once, with all that it has in flight. */
  async crash(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async restart(): Promise<void> {
    await this.crash();
    await this.start();
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { inNetwork } from '../harness/namespaces.ts';
import { KUBECTL, NODE_ADDRESS } from '../harness/places.ts';

const ASSAY = join(import.meta.dirname, '..', '..', '..', 'bin', 'assay.js');
const PORT = 8080;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The address of the gateway, for pods too. */
export const GATEWAY = `http://${NODE_ADDRESS}:${PORT}`;

export interface Keys {
  readonly ASSAY_API_KEY: string;
  readonly ASSAY_API_KEY_2: string;
}

export interface Gateway {
  readonly keys: Keys;
  stop(): Promise<void>;
}

/** Starts the reference gateway on the node. */
export async function startGateway(...options: string[]): Promise<Gateway> {
  const place = ['--host', NODE_ADDRESS, '--port', String(PORT)];
  const child = await start(['serve', ...place, ...options]);
  const ended = once(child, 'close');
  let output = '';
  const ready = new Promise<Keys>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [first, second] = ['ASSAY_API_KEY', 'ASSAY_API_KEY_2'].map(
        (name) => new RegExp(`${name}=['"]?([\\w-]+)`).exec(output)?.[1],
      );
      if (first !== undefined && second !== undefined) {
        resolve({ ASSAY_API_KEY: first, ASSAY_API_KEY_2: second });
      }
    });
    void ended.then(() => reject(new Error(`The gateway did not start: ${output}`)));
  });
  const keys = await ready;
  return {
    keys,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export interface AssayOptions {
  readonly cwd: string;
  readonly keys?: Keys;
  /** Called with what stderr holds so far, and a way to send a signal. */
  readonly onStderr?: (text: string, signal: (name: NodeJS.Signals) => void) => void;
}

/** Runs the command line in the network of the cluster, with its kubectl on the PATH. */
export async function assay(
  command: readonly string[],
  { cwd, keys, onStderr }: AssayOptions,
): Promise<Ended> {
  const child = await start(command, cwd, { ...keys });
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    onStderr?.(stderr, (name) => child.kill(name));
  });
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : null, stdout, stderr };
}

async function start(
  command: readonly string[],
  cwd?: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const [program = '', ...parameters] = await inNetwork([process.execPath, ASSAY, ...command]);
  const { ASSAY_API_KEY: _, ASSAY_API_KEY_2: __, GITHUB_ACTIONS: ___, ...inherited } = process.env;
  const path = `${dirname(KUBECTL)}:${process.env.PATH}`;
  return spawn(program, parameters, {
    cwd,
    env: { ...inherited, NO_COLOR: '1', PATH: path, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

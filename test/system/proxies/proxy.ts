import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';

const CONFIGURATIONS = join(import.meta.dirname, '..', '..', '..', 'docs', 'guides', 'gateways');
const START_MS = 60_000;

/** A proxy whose configuration is in docs/guides/gateways. */
const PROXIES = {
  nginx: { file: 'nginx.conf', flags: (folder: string) => ['-p', folder, '-c', 'nginx.conf'] },
  haproxy: { file: 'haproxy.cfg', flags: (folder: string) => ['-f', join(folder, 'haproxy.cfg')] },
} as const;

export interface RunningProxy {
  /** Base address with `/v1`. */
  readonly address: string;
  /** Where it expects its provider, as `HOST:PORT`. */
  readonly upstream: string;
  /** The only key that it accepts. */
  readonly key: string;
  end(): Promise<void>;
}

/** Starts a proxy with its configuration from the documents. */
export async function startProxy(name: keyof typeof PROXIES): Promise<RunningProxy> {
  const { file, flags } = PROXIES[name];
  const folder = await mkdtemp(join(tmpdir(), 'assay-proxy-'));
  const [listen, upstream] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const key = `ak_live_${randomBytes(16).toString('hex')}`;
  const text = (await readFile(join(CONFIGURATIONS, file), 'utf8'))
    .replace('LISTEN', listen)
    .replace('UPSTREAM', upstream)
    .replace('CALLER_KEY', key)
    .replace('PROVIDER_KEY', 'sk-provider-0123456789abcdef')
    // An upstream is silent for as long in a test.
    .replace('60s;', '10s;')
    .replace('timeout server 60s', 'timeout server 10s');
  await writeFile(join(folder, file), text);
  const child = spawn(name, flags(folder), { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const end = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  };
  const address = `http://${listen}/v1`;
  const deadlineMs = performance.now() + START_MS;
  while (!(await answers(address))) {
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      await end();
      throw new Error(`${name} does not answer.`);
    }
    await wait(20);
  }
  return { address, upstream, key, end };
}

async function answers(address: string): Promise<boolean> {
  try {
    await fetch(`${address}/models`);
    return true;
  } catch {
    return false;
  }
}

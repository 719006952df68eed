import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.ts';

const START_MS = 60_000;

export const USER = 'ci';
export const PASSWORD = 'pr0xy-pass-word-9b3e';

/** Forward proxies of Debian, which pass requests on to any port for one user. */
const PROXIES = {
  squid: {
    flags: (file: string) => ['-N', '-f', file],
    configuration: (port: number, folder: string) => [
      `http_port 127.0.0.1:${port}`,
      'visible_hostname proxy.example',
      `pid_filename ${folder}/pid`,
      `cache_log ${folder}/cache.log`,
      `access_log stdio:${folder}/access.log`,
      `coredump_dir ${folder}`,
      'max_filedescriptors 4096',
      'shutdown_lifetime 0 seconds',
      'cache deny all',
      `auth_param basic program /bin/sh ${folder}/users.sh`,
      'acl known proxy_auth REQUIRED',
      'http_access allow known',
      'http_access deny all',
    ],
  },
  tinyproxy: {
    flags: (file: string) => ['-d', '-c', file],
    configuration: (port: number) => [
      `Port ${port}`,
      'Listen 127.0.0.1',
      'Timeout 60',
      'MaxClients 200',
      `BasicAuth ${USER} ${PASSWORD}`,
    ],
  },
} as const;

/** Answers each line of squid, a user and a password. */
const USERS = `while read -r line; do [ "$line" = '${USER} ${PASSWORD}' ] && echo OK || echo ERR; done\n`;

/** Starts one until the test has finished. @returns `HOST:PORT` */
export async function startForwardProxy(name: keyof typeof PROXIES): Promise<string> {
  const { flags, configuration } = PROXIES[name];
  const folder = await mkdtemp(join(tmpdir(), 'assay-forward-'));
  // squid gives up the rights of root.
  await chmod(folder, 0o777);
  const port = await freePort();
  const file = join(folder, 'proxy.conf');
  await writeFile(join(folder, 'users.sh'), USERS);
  await writeFile(file, `${configuration(port, folder).join('\n')}\n`);
  const child = spawn(name, flags(file), { stdio: 'ignore' });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  });
  const deadlineMs = performance.now() + START_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      throw new Error(`${name} does not listen.`);
    }
    await wait(20);
  }
  return `127.0.0.1:${port}`;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

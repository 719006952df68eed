import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { connect } from 'node:tls';
import { REFERENCE_SERVER } from '../support/programs/package-paths.ts';

const END_DEADLINE_MS = 5000;

/** A hostile gateway in a process of its own: beside a test it would share the processor with it. */
export interface HostileProcess {
  readonly address: string;
  /** What it reported on stderr: requests to another origin. */
  readonly strayed: readonly string[];
  end(): Promise<void>;
}

export async function startHostileProcess(name: string): Promise<HostileProcess> {
  const child = spawn(process.execPath, [REFERENCE_SERVER, '--hostile', name, '--parent-pipe'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const strayed: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => strayed.push(line));
  const ended = once(child, 'exit');
  const first = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(() => [strayed.join('\n')]),
  ]);
  const address = /^base address (\S+)$/.exec(String(first[0]))?.[1];
  if (address === undefined) throw new Error(`The hostile gateway did not start: ${first[0]}`);
  return {
    address,
    strayed,
    async end() {
      child.kill('SIGTERM');
      // Node itself can hang in its exit, when a thread of V8 misses that it has to end.
      const impatience = setTimeout(() => child.kill('SIGKILL'), END_DEADLINE_MS);
      await ended;
      clearTimeout(impatience);
    },
  };
}

/** The certificate of a server in PEM, whatever is wrong with it. */
export async function certificateOf(address: string): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const lines =
    socket
      .getPeerCertificate()
      .raw.toString('base64')
      .match(/.{1,64}/g) ?? [];
  socket.destroy();
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

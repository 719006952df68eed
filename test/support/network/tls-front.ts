import { once } from 'node:events';
import { connect } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';

/**
 * Speaks TLS in front of an HTTP server, until the test has finished.
 * @returns the base address with https
 */
export async function tlsFront(address: string, options: TlsOptions): Promise<string> {
  const { hostname, port, pathname } = new URL(address);
  const server = createServer({ ...options, ALPNProtocols: ['http/1.1'] }, (client) => {
    const gateway = connect(Number(port), hostname);
    client.pipe(gateway).pipe(client);
    client.on('error', () => gateway.destroy()).on('close', () => gateway.destroy());
    gateway.on('error', () => client.destroy());
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const own = server.address();
  return `https://127.0.0.1:${typeof own === 'object' ? own?.port : undefined}${pathname.replace(/\/$/, '')}`;
}

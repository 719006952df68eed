import type { Server } from 'node:net';

/** Starts to listen; port 0 is any free one. Resolves with the host and the port, as in a URL. */
export function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      const found = typeof address === 'object' && address !== null ? address.port : port;
      resolve(`${hostInUrl(host)}:${found}`);
    });
  });
}

/** A host as in a URL: an IPv6 address in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

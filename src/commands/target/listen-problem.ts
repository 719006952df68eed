import { createServer } from 'node:net';
import { errorCode } from '../../input/read-text-file.ts';
import { SetupError } from '../../input/setup-error.ts';

/**
 * Why nothing can listen there; undefined for an error of another kind.
 * @param flag names the port
 */
export function listenProblem(
  error: unknown,
  host: string,
  port: number,
  flag = '--port',
): SetupError | undefined {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') {
    return new SetupError(
      `The port is already in use: ${host}:${port}. Choose another one with ${flag}.`,
    );
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    const address = flag === '--port' ? 'another address with --host or ' : '';
    return new SetupError(
      `Cannot listen on ${host}:${port} (${code}). Choose ${address}another port with ${flag}.`,
    );
  }
  return undefined;
}

/**
 * Listens there for a moment: a program that is about to be started would say it in other words.
 * @throws SetupError when it is not possible
 */
export async function requireListenable(host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer().once('error', reject);
  server.listen(port, host, () => server.close(() => resolve()));
  await promise.catch((error) => {
    throw listenProblem(error, host, port) ?? error;
  });
}

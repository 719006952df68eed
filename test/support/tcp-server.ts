import { createServer, type Socket } from 'node:net';
import { onTestFinished, type TestContext } from 'vitest';

/** A TCP server on loopback that handles each connection as a test wants. */
export interface TcpServer {
  readonly origin: string;
  /** Everything that clients sent, by connection. */
  readonly received: Buffer[];
  close(): Promise<void>;
}

export async function tcpServer(
  onRequest: (socket: Socket, request: string) => void,
): Promise<TcpServer> {
  const sockets = new Set<Socket>();
  const received: Buffer[] = [];
  const server = createServer((socket) => {
    const index = received.push(Buffer.alloc(0)) - 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (data) => {
      const before = received[index] ?? Buffer.alloc(0);
      received[index] = Buffer.concat([before, data]);
      onRequest(socket, received[index].toString('latin1'));
    });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** `tcpServer`, closed when the test ends: a concurrent test passes its own context. */
export async function serveInTest(
  onRequest: (socket: Socket, request: string) => void,
  test: Pick<TestContext, 'onTestFinished'> = { onTestFinished },
): Promise<TcpServer> {
  const server = await tcpServer(onRequest);
  test.onTestFinished(() => server.close());
  return server;
}

/** A loopback port that nothing listens on. */
export async function closedOrigin(): Promise<string> {
  const server = await tcpServer(() => {});
  await server.close();
  return server.origin;
}

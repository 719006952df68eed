import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onEarlyExit } from './exit-cleanup.ts';
import { makeTemporaryFolder, SHORT_HOME } from './temporary-folder.ts';

/** A longer path does not fit in the address of a Unix socket. */
const LONGEST_SOCKET_PATH = 100;
/** Its longest path below the place of temporary files. */
const SOCKET_NAME = '/assay-tap-01234567-4194304-XXXXXX/tap';

/**
 * A Unix socket in its own folder that only this user can enter, for one connection. Both are removed
 * when the other side has connected: without a path nothing is left, even if this process is killed.
 */
export class PrivateSocket {
  /** A folder that only this user can enter; it is removed when the other side connects. */
  readonly folder: string;
  readonly #server: Server;
  readonly #sweep = () => rmSync(this.folder, { recursive: true, force: true });
  readonly #swept: () => void;
  #isTaken = false;

  private constructor(folder: string, server: Server, onConnection: (socket: Socket) => void) {
    this.folder = folder;
    this.#server = server;
    this.#swept = onEarlyExit(this.#sweep);
    server.on('connection', (socket) => {
      if (this.#isTaken) {
        socket.destroy();
        return;
      }
      this.#isTaken = true;
      server.close();
      this.#sweep();
      onConnection(socket);
    });
  }

  /** @param onConnection called once, with the connection of the other side */
  static async open(onConnection: (socket: Socket) => void): Promise<PrivateSocket> {
    const folder = await makeTemporaryFolder('tap', socketHome());
    await chmod(folder, 0o700);
    const server = createServer();
    const socket = new PrivateSocket(folder, server, onConnection);
    server.listen(socket.path);
    await once(server, 'listening');
    return socket;
  }

  /** Where the other side connects. */
  get path(): string {
    return join(this.folder, 'tap');
  }

  /** Takes no connection any more. A connection that was taken is not closed. */
  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    await promise;
    this.#sweep();
    this.#swept();
  }
}

/** The chunks of a socket until it ends; a connection that breaks is an end, too. */
export async function* chunksOf(socket: Socket): AsyncGenerator<Buffer> {
  const source: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]();
  for (;;) {
    const next = await source.next().catch(() => undefined);
    if (next === undefined || next.done === true) return;
    yield next.value;
  }
}

function socketHome(): string {
  const home = tmpdir();
  return home.length > LONGEST_SOCKET_PATH - SOCKET_NAME.length ? SHORT_HOME : home;
}

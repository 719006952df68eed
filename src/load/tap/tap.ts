import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operation } from '../../contract/operations.ts';
import type { Access } from '../../exchange/access.ts';
import type { KeyCarriage } from '../../exchange/exchange.ts';
import { defined } from '../../input/defined.ts';
import { Turns } from '../../input/turns.ts';
import { makeTemporaryFolder, SHORT_HOME } from '../../target/temporary-folder.ts';
import { onEarlyExit } from '../exit-cleanup.ts';
import { type FrameObserver, notify } from './frame-observer.ts';
import { encodeFrame, FrameDecoder } from './frames.ts';
import { decodeTapFrame, type End, type Hello, TO_ENGINE } from './tap-frame.ts';

/** A longer path does not fit in the address of a Unix socket. */
const LONGEST_SOCKET_PATH = 100;
/** Its longest path below the place of temporary files. */
const SOCKET_NAME = '/assay-tap-01234567-4194304-0123456789-XXXXXX/tap';

export interface TapOptions {
  readonly keys: RunKeys;
  readonly observer: FrameObserver;
}

/** The API keys of a run. They reach the engine through the tap, never by argument or environment. */
export interface RunKeys {
  readonly first: string;
  readonly second?: string;
  /** How requests reach the target; by default with a bearer token only. */
  readonly access?: EngineAccess;
}

/** The secrets are absent in a script, which finds them where it runs. */
export interface EngineAccess extends Omit<Access, 'secrets'> {
  /** How keys are carried; null where the target takes none. */
  readonly key: KeyCarriage | null;
  readonly secrets?: Access['secrets'];
}

/** Summary of a tap that the engine has closed. */
export interface TapReceipt {
  readonly hello?: Hello;
  /** Absent when the engine ended early. */
  readonly end?: End;
  /** Exchanges received. */
  readonly exchanges: number;
}

/**
 * The near end of the tap (`docs/tap.md`): a Unix socket in its own folder that only this user can
 * enter; both are removed when the engine has connected. It takes one connection, sends the keys and
 * hands all frames to an observer. Further frames wait in the socket, so that memory stays limited.
 */
export class Tap {
  readonly #folder: string;
  readonly #server: Server;
  readonly #options: TapOptions;
  readonly #receipt = Promise.withResolvers<TapReceipt>();
  readonly #sweep = () => rmSync(this.#folder, { recursive: true, force: true });
  readonly #swept: () => void;
  #socket: Socket | undefined;
  #stopped = false;

  private constructor(folder: string, server: Server, options: TapOptions) {
    this.#folder = folder;
    this.#server = server;
    this.#options = options;
    // Never awaited when the run fails earlier: do not let it become an unhandled rejection.
    this.#receipt.promise.catch(() => undefined);
    this.#swept = onEarlyExit(this.#sweep);
    server.on('connection', (socket) => this.#accept(socket));
  }

  static async open(options: TapOptions): Promise<Tap> {
    const folder = await makeTemporaryFolder('tap', socketHome());
    await chmod(folder, 0o700);
    const server = createServer();
    const tap = new Tap(folder, server, options);
    server.listen(tap.path);
    await once(server, 'listening');
    return tap;
  }

  /** Where the engine connects (`ASSAY_TAP`). */
  get path(): string {
    return join(this.#folder, 'tap');
  }

  /** A folder that only this user can enter; it is removed when the engine connects. */
  get folder(): string {
    return this.#folder;
  }

  /** Bytes that came from the engine so far, whether decoded or not. */
  get heardBytes(): number {
    return this.#socket?.bytesRead ?? 0;
  }

  /** Settles when the engine closed the tap. Rejects with what the observer or a decoder threw. */
  get receipt(): Promise<TapReceipt> {
    return this.#receipt.promise;
  }

  /** Requests that the engine starts nothing more, as soon as it is connected. */
  stop(): void {
    this.#stopped = true;
    this.#send(TO_ENGINE.stop, {});
  }

  /** Lets the engine count violations in its metric `gw_violations`. */
  violations(rule: string, operation: Operation | 'other', count: number): void {
    this.#send(TO_ENGINE.violations, { rule, operation, count });
  }

  /** Reports that the engine has ended: if it never connected, nothing will come. */
  engineGone(): void {
    if (this.#socket === undefined) this.#receipt.resolve({ exchanges: 0 });
  }

  async close(): Promise<void> {
    this.#socket?.destroy();
    this.engineGone();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    await promise;
    this.#sweep();
    this.#swept();
  }

  #send(type: number, header: unknown): void {
    if (this.#socket?.writable === true) this.#socket.write(encodeFrame(type, header));
  }

  #accept(socket: Socket): void {
    if (this.#socket !== undefined) {
      socket.destroy();
      return;
    }
    this.#socket = socket;
    // Both ends are connected: without a path nothing is left, even if this process is killed.
    this.#server.close();
    this.#sweep();
    this.#send(TO_ENGINE.keys, this.#options.keys);
    if (this.#stopped) this.stop();
    this.#receive(socket).then(this.#receipt.resolve, (error: unknown) => {
      socket.destroy();
      this.#receipt.reject(error);
    });
  }

  async #receive(socket: Socket): Promise<TapReceipt> {
    const { observer } = this.#options;
    const decoder = new FrameDecoder();
    let hello: Hello | undefined;
    let end: End | undefined;
    let exchanges = 0;
    const turns = new Turns();
    for await (const chunk of chunks(socket)) {
      for (const raw of decoder.push(chunk)) {
        const frame = decodeTapFrame(raw);
        if (frame.type === 'exchange') exchanges += 1;
        else if (frame.type === 'hello') hello = frame.hello;
        else if (frame.type === 'end') end = frame.end;
        notify(observer, frame);
        if (turns.isOver(raw.body.length)) await turns.next();
      }
    }
    return { exchanges, ...defined({ hello, end }) };
  }
}

/** The chunks of a socket until it ends; a connection that breaks is an end, too. */
async function* chunks(socket: Socket): AsyncGenerator<Buffer> {
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

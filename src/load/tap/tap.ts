import type { Socket } from 'node:net';
import type { Operation } from '../../contract/operations.ts';
import type { Access } from '../../exchange/access.ts';
import type { KeyCarriage } from '../../exchange/exchange.ts';
import { encodeFrame, FrameDecoder } from '../../exchange/frames.ts';
import { defined } from '../../input/defined.ts';
import { Turns } from '../../input/turns.ts';
import { chunksOf, PrivateSocket } from '../../target/private-socket.ts';
import type { Workload } from '../workload/workload.ts';
import {
  decodeTapFrame,
  type End,
  type FrameObserver,
  type Hello,
  notify,
  TO_ENGINE,
} from './tap-frame.ts';

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
  readonly connections?: number;
  readonly streamsPerConnection?: number;
}

/** What the engine has to know about connections for this workload. */
export function accessFor(
  access: EngineAccess,
  { connections, streamsPerConnection }: Workload,
): EngineAccess {
  return { ...access, ...defined({ connections, streamsPerConnection }) };
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
 * The near end of the tap (`docs/contributing/tap.md`): takes one connection, sends the keys and hands all frames
 * to an observer. Further frames wait in the socket, so that memory stays limited.
 */
export class Tap {
  readonly #listener: PrivateSocket;
  readonly #options: TapOptions;
  readonly #receipt = Promise.withResolvers<TapReceipt>();
  #socket: Socket | undefined;
  #stopped = false;

  private constructor(listener: PrivateSocket, options: TapOptions) {
    this.#listener = listener;
    this.#options = options;
    // Never awaited when the run fails earlier: do not let it become an unhandled rejection.
    this.#receipt.promise.catch(() => undefined);
  }

  static async open(options: TapOptions): Promise<Tap> {
    const listener = await PrivateSocket.open((socket) => tap.#accept(socket));
    const tap = new Tap(listener, options);
    return tap;
  }

  /** Where the engine connects (`ASSAY_TAP`). */
  get path(): string {
    return this.#listener.path;
  }

  /** A folder that only this user can enter; it is removed when the engine connects. */
  get folder(): string {
    return this.#listener.folder;
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
    await this.#listener.close();
  }

  #send(type: number, header: unknown): void {
    if (this.#socket?.writable === true) this.#socket.write(encodeFrame(type, header));
  }

  #accept(socket: Socket): void {
    this.#socket = socket;
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
    for await (const chunk of chunksOf(socket)) {
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

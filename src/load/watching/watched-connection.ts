import type { Socket } from 'node:net';
import { connectTo } from '../../exchange/http/connect-to.ts';
import { type RequestHead, RequestReader } from './request-reader.ts';
import type { PendingExchange, TrafficRecorder, WatchedTarget } from './traffic-recorder.ts';

/**
 * Connects a client with the target: each byte is passed on at once and unchanged, except the Host
 * header, and read beside that. The end and the loss of one side reach the other.
 */
export class WatchedConnection {
  readonly #client: Socket;
  readonly #gateway: Socket;
  readonly #host: string;
  readonly #recorder: TrafficRecorder;
  /** Requests without a complete response, in their order. */
  readonly #pending: PendingExchange[] = [];
  /** The request that the client is sending. */
  #sending: PendingExchange | undefined;
  #isUnread = false;

  /** @param onClose called once, when both sides are closed */
  constructor(
    client: Socket,
    target: WatchedTarget,
    recorder: TrafficRecorder,
    onClose: () => void,
  ) {
    this.#client = client;
    this.#gateway = connectTo(target.origin);
    this.#host = new URL(target.origin).host;
    this.#recorder = recorder;
    this.#gateway.allowHalfOpen = true;
    const reader = new RequestReader({
      head: (head) => this.#onRequest(head),
      raw: (bytes) => this.#gateway.write(bytes),
      data: (piece) => this.#sending?.requestData(piece),
      end: () => this.#onRequestEnd(),
      unread: () => this.#stopReading(),
    });
    this.#join(client, this.#gateway, (piece) => reader.take(piece));
    this.#join(this.#gateway, client, (piece) => this.#onResponse(piece));
    client.on('end', () => {
      for (const pending of this.#pending) pending.clientEnd();
    });
    client.on('error', () => this.#gateway.resetAndDestroy());
    client.on('close', () => this.#gateway.destroy());
    this.#gateway.on('error', (error) => {
      this.#settleAll(error);
      client.resetAndDestroy();
    });
    // A response without a length ends with the connection.
    this.#gateway.on('end', () => this.#settleAll());
    this.#gateway.on('close', () => {
      this.#settleAll();
      client.destroySoon();
      onClose();
    });
  }

  /** Ends both sides: requests without a response are cut. */
  close(): void {
    for (const pending of this.#pending.splice(0)) pending.cut();
    this.#client.destroy();
    this.#gateway.destroy();
  }

  #join(from: Socket, to: Socket, take: (piece: Buffer) => void): void {
    from.setNoDelay(true);
    from.on('data', (piece: Buffer) => {
      take(piece);
      if (to.writableNeedDrain) from.pause();
    });
    to.on('drain', () => from.resume());
    from.on('end', () => to.end());
  }

  #onRequest(head: RequestHead): void {
    this.#gateway.write(forwarded(head, this.#host), 'latin1');
    if (this.#isUnread) return;
    const pending = this.#recorder.request(head);
    if (pending === undefined) {
      this.#stopReading();
      return;
    }
    this.#sending = pending;
    this.#pending.push(pending);
  }

  #onRequestEnd(): void {
    this.#sending?.requestEnd();
    this.#sending = undefined;
  }

  #onResponse(piece: Buffer): void {
    this.#client.write(piece);
    let rest: Buffer | undefined = piece;
    while (rest !== undefined && rest.length > 0 && !this.#isUnread)
      rest = this.#readResponse(rest);
  }

  /** @returns the bytes of the next response; undefined when there are none */
  #readResponse(bytes: Buffer): Buffer | undefined {
    const [first] = this.#pending;
    // A response without a request: which request the next one belongs to is unknown.
    if (first === undefined) return this.#stopReading();
    const rest = first.responseData(bytes);
    if (rest === 'more') return undefined;
    this.#pending.shift();
    if (rest === 'unreadable') return this.#stopReading();
    return rest;
  }

  /** From now on bytes are passed on and not read. */
  #stopReading(): undefined {
    this.#isUnread = true;
    const dropped = this.#pending.splice(0);
    for (const pending of dropped) pending.drop();
    this.#recorder.noteUnread(Math.max(1, dropped.length));
  }

  #settleAll(error?: Error): void {
    const isAbort = this.#client.readableEnded || this.#client.destroyed;
    for (const pending of this.#pending.splice(0)) {
      if (isAbort) pending.abort();
      else pending.lose(error);
    }
  }
}

function forwarded({ lines }: RequestHead, host: string): string {
  const own = lines.map((line) => (/^host:/i.test(line) ? `Host: ${host}` : line));
  return `${own.join('\r\n')}\r\n\r\n`;
}

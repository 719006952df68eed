import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connectTo } from '../../exchange/http/connect-to.ts';
import { relayedTo } from '../../exchange/http/request-bytes.ts';
import { LIMITS } from '../../input/limits.ts';
import { type RequestHead, RequestReader } from './request-reader.ts';
import type { PendingExchange, TrafficRecorder, WatchedTarget } from './traffic-recorder.ts';

/** The other side of a connection, and what is to pass to it. */
export interface WatchedSide extends WatchedTarget {
  /** Whether a request may pass that names this host. */
  readonly admits: (host: string) => boolean;
}

/**
 * Connects a client with the target: each byte is passed on at once and unchanged, except the Host
 * header, and read beside that. The end and the loss of one side reach the other. An error of
 * the observer ends the observation of this connection, and nothing else.
 */
export class WatchedConnection {
  readonly #client: Duplex;
  readonly #gateway: Socket;
  readonly #target: WatchedSide;
  readonly #recorder: TrafficRecorder;
  /** Requests without a complete response, in their order. */
  readonly #pending: PendingExchange[] = [];
  /** The request that the client is sending. */
  #sending: PendingExchange | undefined;
  /** When the latest bytes of the client were read. */
  #readMs = 0;
  #isUnread = false;
  #isRefused = false;

  /** @param onClose called once, when both sides are closed */
  constructor(client: Duplex, target: WatchedSide, recorder: TrafficRecorder, onClose: () => void) {
    this.#client = client;
    this.#gateway = connectTo(target.origin, target.access);
    this.#target = target;
    this.#recorder = recorder;
    this.#gateway.allowHalfOpen = true;
    const reader = new RequestReader({
      head: (head) => this.#onRequest(head),
      raw: (bytes) => this.#forward(bytes),
      data: (piece) => this.#observe(() => this.#sending?.requestData(piece)),
      end: () => this.#observe(() => this.#onRequestEnd()),
      unread: () => this.#stopReading(),
    });
    this.#join(client, this.#gateway, (piece) => {
      this.#readMs = recorder.options.now();
      reader.take(piece);
    });
    this.#join(this.#gateway, client, (piece) => this.#onResponse(piece));
    client.on('end', () => {
      this.#observe(() => {
        for (const pending of this.#pending) pending.clientEnd();
      });
    });
    client.on('error', () => reset(this.#gateway));
    client.on('close', () => this.#gateway.destroy());
    this.#gateway.on('error', (error) => {
      this.#settleAll(error);
      reset(client);
    });
    // A response without a length ends with the connection.
    this.#gateway.on('end', () => this.#settleAll());
    this.#gateway.on('close', () => {
      this.#settleAll();
      if (client instanceof Socket) client.destroySoon();
      else client.end();
      onClose();
    });
  }

  /** Ends both sides: requests without a response are cut. */
  close(): void {
    this.#observe(() => {
      for (const pending of this.#pending.splice(0)) pending.cut();
    });
    this.#client.destroy();
    this.#gateway.destroy();
  }

  #join(from: Duplex, to: Duplex, take: (piece: Buffer) => void): void {
    if (from instanceof Socket) from.setNoDelay(true);
    from.on('data', (piece: Buffer) => {
      take(piece);
      if (to.writableNeedDrain) from.pause();
    });
    to.on('drain', () => from.resume());
    from.on('end', () => to.end());
  }

  #onRequest(head: RequestHead): void {
    if (this.#isRefused) return;
    const [, foreign] =
      head.headers.find(([name, value]) => name === 'host' && !this.#target.admits(value)) ?? [];
    if (foreign !== undefined) {
      this.#refuse(foreign);
      return;
    }
    this.#forward(Buffer.from(forwarded(head, this.#target), 'latin1'));
    this.#observe(() => this.#record(head));
  }

  #record(head: RequestHead): void {
    const isRead = !this.#isUnread && this.#pending.length < LIMITS.watchedPipelined.value;
    const pending = isRead ? this.#recorder.request(head) : undefined;
    if (pending === undefined) {
      this.#recorder.noteUnread(this.#dropAll() + 1);
      return;
    }
    this.#sending = pending;
    this.#pending.push(pending);
  }

  #forward(bytes: Buffer): void {
    if (!this.#isRefused) this.#gateway.write(bytes);
  }

  /** The host is replaced on the way, so the target could not refuse it itself. */
  #refuse(host: string): void {
    this.#isRefused = true;
    this.#dropAll();
    const sentence = `assay watch listens on this machine only, and the Host header names another one: ${host}. Use 127.0.0.1 or localhost, or name the address to listen on with --host.\n`;
    this.#client.end(
      `HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(sentence)}\r\nConnection: close\r\n\r\n${sentence}`,
    );
    this.#gateway.destroy();
  }

  #observe(read: () => void): void {
    try {
      read();
    } catch {
      this.#stopReading();
    }
  }

  #onRequestEnd(): void {
    this.#sending?.requestEnd(this.#readMs);
    this.#sending = undefined;
  }

  #onResponse(piece: Buffer): void {
    this.#client.write(piece);
    this.#observe(() => {
      let rest: Buffer | undefined = piece;
      while (rest !== undefined && rest.length > 0 && !this.#isUnread)
        rest = this.#readResponse(rest);
    });
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
    this.#recorder.noteUnread(Math.max(1, this.#dropAll()));
  }

  /** @returns the number of requests whose responses are not read any more */
  #dropAll(): number {
    this.#isUnread = true;
    const dropped = this.#pending.splice(0);
    for (const pending of dropped) pending.drop();
    return dropped.length;
  }

  #settleAll(error?: Error): void {
    const isAbort = this.#client.readableEnded || this.#client.destroyed;
    this.#observe(() => {
      for (const pending of this.#pending.splice(0)) {
        if (isAbort) pending.abort();
        else pending.lose(error);
      }
    });
  }
}

/** Only a connection of TCP can be reset. */
function reset(side: Duplex): void {
  if (side instanceof Socket && !('encrypted' in side)) side.resetAndDestroy();
  else side.destroy();
}

function forwarded({ lines }: RequestHead, { origin, access }: WatchedTarget): string {
  const relayed = relayedTo(origin, access);
  const own = lines.map((line) => (/^host:/i.test(line) ? `Host: ${new URL(origin).host}` : line));
  const [first = '', ...rest] = own;
  const asked = first.replace(' /', ` ${relayed.start}/`);
  return `${[asked, ...relayed.lines, ...rest].join('\r\n')}\r\n\r\n`;
}

import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Capture, type Run } from '../capture.ts';
import type { Exchange, Outcome } from '../exchange.ts';
import type { Outgoing } from '../outgoing.ts';
import { Deadline } from './deadline.ts';
import { AnswerReader, type Reading } from './response-parser.ts';
import { failureCode, NOT_HTTP, outcomeOf } from './transport-failure.ts';

/**
 * One exchange over a connection of its own, written as the caller likes: for what a client with
 * manners cannot send. Whatever happens ends up in the exchange; nothing here rejects.
 */
export class RawExchange {
  readonly settled: Promise<Exchange>;
  readonly #capture: Capture;
  readonly #reader: AnswerReader;
  readonly #socket: Socket;
  readonly #connected: Promise<void>;
  readonly #deadline: Deadline;
  readonly #signal: AbortSignal | undefined;
  readonly #onEndOfRun = (): void => this.#end('cut-by-end');
  readonly #resolve: (exchange: Exchange) => void;
  #open = false;
  #ended = false;

  /** Connects at once. */
  constructor(outgoing: Outgoing, run: Run) {
    const { promise, resolve } = Promise.withResolvers<Exchange>();
    this.settled = promise;
    this.#resolve = resolve;
    this.#capture = new Capture(outgoing, run);
    this.#reader = new AnswerReader(outgoing.method, this.#capture);
    this.#deadline = new Deadline(outgoing.deadlineMs, () => this.#end('timed-out'));
    this.#signal = run.signal;
    this.#signal?.addEventListener('abort', this.#onEndOfRun);
    this.#socket = connectTo(outgoing.origin);
    this.#connected = this.#listen(new URL(outgoing.origin).protocol);
    if (this.#signal?.aborted) this.#end('cut-by-end');
  }

  /** Resolves when the connection stands, TLS included, or when there will be none. */
  async connected(): Promise<void> {
    await Promise.race([this.#connected, this.settled]);
  }

  /** Resolves when the bytes have left the process, or when they no longer can. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.#ended) return;
    const flushed = new Promise<void>((resolve) => {
      this.#socket.write(bytes, () => resolve());
    });
    await Promise.race([flushed, this.settled]);
  }

  /** Writes the last bytes now, and dates the request from here. */
  release(bytes: Uint8Array): void {
    if (this.#ended) return;
    this.#capture.sent();
    this.#socket.write(bytes);
  }

  #listen(protocol: string): Promise<void> {
    const ready = protocol === 'https:' ? 'secureConnect' : 'connect';
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (piece: Buffer) => this.#read(this.#reader.take(piece)));
    this.#socket.on('close', () => this.#closed());
    this.#socket.on('error', (error) => this.#broken(failureCode(error)));
    return new Promise((resolve) => {
      this.#socket.once(ready, () => {
        this.#open = true;
        resolve();
      });
    });
  }

  #read(reading: Reading): void {
    if (reading === 'malformed') this.#broken(NOT_HTTP);
    else if (reading === 'done') this.#end('answered');
    else if (reading !== 'more') this.#end(reading);
  }

  #closed(): void {
    if (this.#reader.endsWithConnection) this.#end('answered');
    else this.#broken('closed by the other side');
  }

  #broken(code: string): void {
    const stage = this.#open ? 'waiting' : 'connecting';
    this.#end(outcomeOf(code, this.#capture.answered ? 'answering' : stage), code);
  }

  #end(outcome: Outcome, failure?: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#deadline.clear();
    this.#signal?.removeEventListener('abort', this.#onEndOfRun);
    this.#resolve(this.#capture.settle(outcome, failure));
    this.#socket.destroy();
  }
}

/** A connection to an origin, with TLS where its scheme says so. */
export function connectTo(origin: string): Socket {
  const { protocol, hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (protocol !== 'https:') return connectTcp({ host, port: Number(port || 80) });
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({
    host,
    port: Number(port || 443),
    ALPNProtocols: ['http/1.1'],
    ...servername,
  });
}

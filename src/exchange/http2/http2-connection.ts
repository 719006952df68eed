import type { ClientHttp2Session, ClientHttp2Stream, OutgoingHttpHeaders } from 'node:http2';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LIMITS } from '../../input/limits.ts';
import { type Access, NO_ACCESS } from '../access.ts';
import type { Run } from '../capture.ts';
import type { Exchange, Headers } from '../exchange.ts';
import { connectHttp2 } from '../http/connect-to.ts';
import { Deadline } from '../http/deadline.ts';
import { NO_CONNECTION } from '../http/transport-failure.ts';
import { type Outgoing, sentHeaders, sentPath } from '../outgoing.ts';
import { brokenWords, goawayWords, NOT_HTTP2 } from './http2-failure.ts';
import { type Carrier, StreamExchange } from './stream-exchange.ts';

/** Loaded for the first connection of HTTP/2. */
const http2 = (): typeof import('node:http2') => process.getBuiltinModule('node:http2');

/** More than a probe sends: whether a head is too long is for the target to say. */
const MOST_SENT_BYTES = 1024 * 1024;

/** More than fit into `LIMITS.headBytes`. */
const MOST_HEADERS = 4096;

/** A connection of HTTP/2, on which each exchange has a stream of its own. Nothing here rejects. */
export class Http2Connection implements Carrier {
  readonly #socket: Duplex;
  readonly #session: ClientHttp2Session;
  readonly #connecting: Deadline;
  /** The connection is established, TLS included, or lost. */
  readonly #ready: Promise<void>;
  #isReady = false;
  #failure: string | undefined;
  /** What the target said when it announced the end of the connection. */
  #goaway: string | undefined;
  readonly #unseen = new WeakSet<Exchange>();

  constructor(origin: string, access: Access = NO_ACCESS) {
    const socket = connectHttp2(origin, access);
    const { promise, resolve } = Promise.withResolvers<void>();
    const fail = (failure: string): void => {
      this.#failure ??= failure;
      this.#connecting.clear();
      resolve();
    };
    this.#socket = socket;
    this.#ready = promise;
    if (socket instanceof Socket) socket.setNoDelay(true);
    // Before the session, which cancels its streams then.
    socket.on('error', (error) => fail(brokenWords(error)));
    socket.on('close', () => fail('closed by the other side'));
    this.#connecting = new Deadline(LIMITS.connectMs.value, () => {
      fail(NO_CONNECTION);
      this.destroy();
    });
    this.#session = http2().connect(origin, {
      createConnection: () => socket,
      maxHeaderListPairs: MOST_HEADERS,
      maxSendHeaderBlockLength: MOST_SENT_BYTES,
      settings: { enablePush: false, maxHeaderListSize: LIMITS.headBytes.value },
    });
    this.#session.on('goaway', (code: number) => {
      this.#goaway = goawayWords(code);
    });
    this.#session.on('error', (error) => fail(brokenWords(error)));
    this.#session.once('connect', () => {
      if ('alpnProtocol' in socket && socket.alpnProtocol !== 'h2') {
        fail(NOT_HTTP2);
        this.destroy();
        return;
      }
      this.#isReady = true;
      this.#connecting.clear();
      resolve();
    });
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get failure(): string | undefined {
    return this.#goaway ?? this.#failure;
  }

  /** Whether a further request can be sent. */
  get isReusable(): boolean {
    return this.failure === undefined && !this.#session.closed;
  }

  /** Whether the target ended the connection without seeing the request: it may be sent again (RFC 9113 §8.7). */
  isUnseen(exchange: Exchange): boolean {
    return this.#unseen.has(exchange);
  }

  /** A message ends with its stream: nothing can follow it. */
  surplus(): undefined {
    return undefined;
  }

  destroy(): void {
    this.#connecting.clear();
    this.#session.destroy();
    this.#socket.destroy();
  }

  open(outgoing: Outgoing): ClientHttp2Stream | undefined {
    if (!this.isReusable) return undefined;
    const isEmpty = outgoing.payload.sizeBytes === 0;
    return this.#session.request(fieldsOf(outgoing), { endStream: isEmpty });
  }

  /** Sends a whole request and waits for its outcome. */
  async exchange(outgoing: Outgoing, run: Run): Promise<Exchange> {
    const exchange = new StreamExchange(outgoing, run, this);
    await Promise.race([this.#ready, exchange.settled]);
    await exchange.write();
    return this.#noted(exchange);
  }

  /** Sends all of a request but its last byte; `release` sends that and waits for the outcome. */
  async hold(outgoing: Outgoing, run: Run): Promise<{ release(): Promise<Exchange> }> {
    const exchange = new StreamExchange(outgoing, run, this);
    await Promise.race([this.#ready, exchange.settled]);
    exchange.writeButLast();
    return {
      release: () => {
        exchange.writeLast();
        return this.#noted(exchange);
      },
    };
  }

  async #noted(streamed: StreamExchange): Promise<Exchange> {
    const exchange = await streamed.settled;
    if (this.#goaway !== undefined && streamed.isRefused) this.#unseen.add(exchange);
    return exchange;
  }
}

/** A name with several values has them in their order. */
function fieldsOf(outgoing: Outgoing): OutgoingHttpHeaders {
  // Spaces around a value are not part of it (RFC 9113 §8.2.1).
  const pairs: Headers = sentHeaders(outgoing).map(([name, value]) => [name, value.trim()]);
  const { protocol, host } = new URL(outgoing.origin);
  return {
    ':method': outgoing.method,
    ':scheme': protocol.slice(0, -1),
    ':authority': host,
    ':path': sentPath(outgoing),
    ...Object.fromEntries(
      [...Map.groupBy(pairs, ([name]) => name)].map(([name, of]) => [
        name,
        of.length === 1 ? of[0]?.[1] : of.map(([, value]) => value),
      ]),
    ),
  };
}

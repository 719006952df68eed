import type { Run } from '../capture.ts';
import type { Exchange } from '../exchange.ts';
import { Http2Connection } from '../http2/http2-connection.ts';
import { type Outgoing, sentHeaders, sentPath } from '../outgoing.ts';
import { connectTo, http } from './connect-to.ts';
import { RawConnection } from './raw-connection.ts';

/**
 * Sends requests, and records each exchange: no redirects, no decompression, no retries. Over HTTP/1.1
 * each has a separate connection; over HTTP/2 they share one, as those of a client do.
 *
 * On a kept connection one request could break the next: many servers return 500 for an unhandled
 * exception, do not announce that they close, and close; the next request on it is lost.
 *
 * It parses responses of HTTP/1.1 with the parser of this folder: those of Node and undici neither show what
 * followed a response nor take `100 Continue` without `Expect`.
 */
export class HttpClient {
  readonly #run: Run;
  readonly #open = new Set<Pick<RawConnection, 'destroy'>>();
  /** The connections of HTTP/2 by origin, while they can be used. */
  readonly #shared = new Map<string, Http2Connection>();
  /** The last session of TLS with each origin, which the next connection resumes. */
  readonly #sessions = new Map<string, Buffer>();

  constructor(run: Run) {
    this.#run = run;
  }

  /**
   * Sends one request and waits for its outcome.
   * @param signal ends the request, in place of that of the run
   * @throws Error for a request that HTTP cannot carry, such as a header with a line break
   */
  async send(outgoing: Outgoing, signal = this.#run.signal): Promise<Exchange> {
    requireSendable(outgoing);
    const run = { ...this.#run, ...(signal && { signal }) };
    if (outgoing.access?.http2) return await this.#sendShared(outgoing, run);
    const connection = this.#connect(outgoing);
    try {
      const exchange = await connection.exchange(outgoing, run);
      const surplus = connection.surplus(run);
      return surplus === undefined ? exchange : { ...exchange, surplus };
    } finally {
      this.#open.delete(connection);
      connection.destroy();
    }
  }

  /** Aborts all requests in flight. */
  async close(): Promise<void> {
    for (const connection of this.#open) connection.destroy();
  }

  /** A request that met the announced end of the connection is sent over the next one. */
  async #sendShared(outgoing: Outgoing, run: Run): Promise<Exchange> {
    for (let attempt = 1; ; attempt += 1) {
      const connection = this.#sharedWith(outgoing);
      const exchange = await connection.exchange(outgoing, run);
      if (attempt === MOST_ATTEMPTS || !connection.isUnseen(exchange)) return exchange;
    }
  }

  #sharedWith({ origin, access }: Outgoing): Http2Connection {
    const known = this.#shared.get(origin);
    if (known?.isReusable === true) return known;
    const connection = new Http2Connection(origin, access);
    this.#shared.set(origin, connection);
    this.#open.add(connection);
    return connection;
  }

  #connect({ origin, access }: Outgoing): RawConnection {
    const session = this.#sessions.get(origin);
    const socket = connectTo(origin, access, session && { session });
    socket.on('session', (next: Buffer) => this.#sessions.set(origin, next));
    const connection = new RawConnection(socket);
    this.#open.add(connection);
    return connection;
  }
}

/** A target that ends each connection without serving anything is unreachable. */
const MOST_ATTEMPTS = 3;

/** @throws Error */
function requireSendable(outgoing: Outgoing): void {
  try {
    for (const [name, value] of sentHeaders(outgoing)) {
      http.validateHeaderName(name);
      http.validateHeaderValue(name, value);
    }
    if (/[^\x21-\x7e]/.test(sentPath(outgoing))) throw new Error('invalid character in the path');
  } catch (cause) {
    const { sender, operation } = outgoing;
    const why = cause instanceof Error ? cause.message : String(cause);
    const sentence = `Request cannot be sent: ${operation} of ${sender} (${why}). This is a bug in Assay.`;
    throw new Error(sentence, { cause });
  }
}

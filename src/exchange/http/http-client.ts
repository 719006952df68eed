import type { Run } from '../capture.ts';
import type { Exchange } from '../exchange.ts';
import { type Outgoing, sentHeaders, sentPath } from '../outgoing.ts';
import { connectTo, http } from './connect-to.ts';
import { RawConnection } from './raw-connection.ts';

/**
 * Sends requests to one origin over HTTP/1.1, each over a separate connection, and records each
 * exchange: no redirects, no decompression, no retries.
 *
 * On a kept connection one request could break the next: many servers return 500 for an unhandled
 * exception, do not announce that they close, and close; the next request on it is lost.
 *
 * It parses responses with the parser of this folder: those of Node and undici neither show what
 * followed a response nor take `100 Continue` without `Expect`.
 */
export class HttpClient {
  readonly #origin: string;
  readonly #run: Run;
  readonly #open = new Set<RawConnection>();
  /** The last session of TLS, which the next connection resumes. */
  #session: Buffer | undefined;

  constructor(origin: string, run: Run) {
    this.#origin = origin;
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

  #connect({ access }: Outgoing): RawConnection {
    const socket = connectTo(this.#origin, access, this.#session && { session: this.#session });
    socket.on('session', (session: Buffer) => {
      this.#session = session;
    });
    const connection = new RawConnection(socket);
    this.#open.add(connection);
    return connection;
  }
}

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

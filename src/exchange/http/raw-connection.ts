import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { Capture, type Run } from '../capture.ts';
import { type Exchange, header, type Outcome } from '../exchange.ts';
import type { Outgoing } from '../outgoing.ts';
import { Deadline } from './deadline.ts';
import { requestBytes } from './request-bytes.ts';
import { ResponseParser } from './response-parser.ts';
import { failureCode, isNotHttp, NOT_HTTP, ONLY_INTERIM, outcomeOf } from './transport-failure.ts';

/** Time for the gateway to read what was written, so that only the last bytes are missing. */
const HOLD_MS = 20;
/** Time for bytes that a gateway sends after an answer: they are read as the next answer. */
const REST_MS = 30;

/**
 * Sends requests so that they meet in the gateway: each over its own connection, all but the last
 * byte written, then every last byte in one turn of the event loop. By then the requests have
 * passed everything that would hide a check-then-set.
 */
export async function sendTogether(
  outgoings: readonly Outgoing[],
  run: Run,
): Promise<readonly Exchange[]> {
  const held = await Promise.all(
    outgoings.map((outgoing) => new RawConnection(outgoing.origin).hold(outgoing, run)),
  );
  await sleep(HOLD_MS);
  return await Promise.all(held.map(({ release }) => release()));
}

/**
 * Sends requests one after the other over one connection, each when the previous one was answered.
 * Ends early when the gateway closes the connection, or says that it will.
 */
export async function sendInOrder(
  outgoings: readonly Outgoing[],
  run: Run,
): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  let connection: RawConnection | undefined;
  for (const outgoing of outgoings) {
    connection ??= new RawConnection(outgoing.origin);
    const sent = await connection.exchange(outgoing, run);
    const exchange = exchanges.length === 0 ? sent : { ...sent, onSameConnection: true as const };
    exchanges.push(exchange);
    if (exchange.outcome !== 'answered' || announcesClose(exchange)) break;
    await sleep(REST_MS);
    if (connection.isClosed) break;
  }
  connection?.destroy();
  return exchanges;
}

function announcesClose({ answer }: Exchange): boolean {
  return /\bclose\b/i.test(header(answer?.headers ?? [], 'connection') ?? '');
}

/** The exchange that is under way on a connection. */
interface Receiver {
  take(piece: Buffer): void;
  lost(failure: string): void;
}

interface Sending {
  readonly settled: Promise<Exchange>;
  /** Resolves when the bytes have left the process, or when they no longer can. */
  write(bytes: Uint8Array): Promise<void>;
  /** Writes the last bytes now; the times of the exchange start here. */
  release(bytes: Uint8Array): Promise<Exchange>;
}

/**
 * A connection that writes bytes as they are given: for requests that an ordinary client cannot
 * send. It outlives its exchanges. Every failure ends up in the exchange; nothing here rejects.
 */
class RawConnection {
  isClosed = false;
  readonly #socket: Socket;
  /** The connection is established, TLS included. */
  readonly #ready: Promise<void>;
  #isReady = false;
  #receiver: Receiver | undefined;
  /** What came after the last answer. */
  #unread: Buffer[] = [];
  #failure = 'closed by the other side';

  constructor(origin: string) {
    const socket = connectTo(origin);
    const ready = new URL(origin).protocol === 'https:' ? 'secureConnect' : 'connect';
    this.#socket = socket;
    this.#ready = new Promise((resolve) => {
      socket.once(ready, () => {
        this.#isReady = true;
        resolve();
      });
    });
    socket.setNoDelay(true);
    socket.on('data', (piece: Buffer) => {
      if (this.#receiver === undefined) this.#unread.push(piece);
      else this.#receiver.take(piece);
    });
    socket.on('error', (error) => {
      this.#failure = failureCode(error);
    });
    socket.on('end', () => this.#close());
    socket.on('close', () => this.#close());
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Sends a whole request and waits for its outcome. */
  exchange(outgoing: Outgoing, run: Run): Promise<Exchange> {
    return this.#start(outgoing, run).release(requestBytes(outgoing));
  }

  /**
   * Sends all of a request but its last byte; `release` sends that and waits for the outcome. The
   * connection closes with the exchange.
   */
  async hold(outgoing: Outgoing, run: Run): Promise<{ release(): Promise<Exchange> }> {
    const bytes = requestBytes(outgoing);
    const sending = this.#start(outgoing, run);
    void sending.settled.then(() => this.destroy());
    await Promise.race([this.#ready, sending.settled]);
    await sending.write(bytes.subarray(0, -1));
    return { release: () => sending.release(bytes.subarray(-1)) };
  }

  #start(outgoing: Outgoing, run: Run): Sending {
    const capture = new Capture(outgoing, run);
    const reader = new ResponseParser(outgoing.method, capture);
    const { promise: settled, resolve } = Promise.withResolvers<Exchange>();
    const end = (outcome: Outcome, failure?: string): void => {
      if (this.#receiver !== receiver) return;
      this.#receiver = undefined;
      this.#unread.push(reader.rest);
      deadline.clear();
      run.signal?.removeEventListener('abort', onEndOfRun);
      resolve(capture.settle(outcome, failure, isNotHttp(failure) ? reader.mistake : undefined));
    };
    const lost = (failure: string): void => {
      const stage = this.#isReady ? 'waiting' : 'connecting';
      if (reader.endsWithConnection) end('answered');
      else end(outcomeOf(failure, capture.answered ? 'answering' : stage), failure);
    };
    const take = (piece: Buffer): void => {
      const reading = reader.take(piece);
      if (reading === 'malformed') lost(NOT_HTTP);
      else if (reading === 'interim') lost(ONLY_INTERIM);
      else if (reading !== 'more') end(reading === 'done' ? 'answered' : reading);
    };
    const receiver: Receiver = { take, lost };
    this.#receiver = receiver;
    const onEndOfRun = () => end('cut-by-end');
    const deadline = new Deadline(outgoing.deadlineMs, () => end('timed-out'));
    run.signal?.addEventListener('abort', onEndOfRun);
    if (run.signal?.aborted) onEndOfRun();
    const isOver = () => this.#receiver !== receiver;
    return {
      settled,
      write: async (bytes) => {
        if (isOver()) return;
        const flushed = new Promise<void>((done) => this.#socket.write(bytes, () => done()));
        await Promise.race([flushed, settled]);
      },
      release: (bytes) => {
        if (isOver()) return settled;
        capture.sent();
        this.#socket.write(bytes);
        const unread = Buffer.concat(this.#unread.splice(0));
        if (unread.length > 0) receiver.take(unread);
        return settled;
      },
    };
  }

  #close(): void {
    this.isClosed = true;
    this.#receiver?.lost(this.#failure);
  }
}

/** A connection to an origin, with TLS if its scheme is https. */
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

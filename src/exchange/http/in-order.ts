import type { Socket } from 'node:net';
import { Capture, type Run } from '../capture.ts';
import { type Exchange, header, type Outcome } from '../exchange.ts';
import type { Outgoing } from '../outgoing.ts';
import { Deadline } from './deadline.ts';
import { requestBytes } from './request-bytes.ts';
import { AnswerReader, type Reading } from './response-parser.ts';
import { connectTo } from './socket.ts';
import { failureCode, NOT_HTTP, outcomeOf } from './transport-failure.ts';

/** Time for what a gateway sends beyond an answer: it then stands where the next one should. */
const SETTLE_MS = 30;

/**
 * Sends requests one after the other over one connection, each when the one before was answered.
 * Ends early when the gateway closes the connection, or says that it will.
 */
export async function sendInOrder(
  outgoings: readonly Outgoing[],
  run: Run,
): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  let connection: OneConnection | undefined;
  for (const outgoing of outgoings) {
    connection ??= new OneConnection(outgoing.origin);
    const sent = await connection.exchange(outgoing, run);
    const exchange = exchanges.length === 0 ? sent : { ...sent, onSameConnection: true as const };
    exchanges.push(exchange);
    if (exchange.outcome !== 'answered' || announcesEnd(exchange)) break;
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    if (connection.closed) break;
  }
  connection?.destroy();
  return exchanges;
}

function announcesEnd({ answer }: Exchange): boolean {
  return /\bclose\b/i.test(header(answer?.headers ?? [], 'connection') ?? '');
}

interface Listener {
  take(piece: Buffer): void;
  lost(failure: string): void;
}

/** A connection that outlives its exchanges. */
class OneConnection {
  closed = false;
  readonly #socket: Socket;
  #open = false;
  #listener: Listener | undefined;
  /** What came when nobody had asked. */
  #unasked: Buffer[] = [];
  #failure = 'closed by the other side';

  constructor(origin: string) {
    const socket = connectTo(origin);
    const ready = new URL(origin).protocol === 'https:' ? 'secureConnect' : 'connect';
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.once(ready, () => {
      this.#open = true;
    });
    socket.on('data', (piece: Buffer) => {
      if (this.#listener === undefined) this.#unasked.push(piece);
      else this.#listener.take(piece);
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

  async exchange(outgoing: Outgoing, run: Run): Promise<Exchange> {
    const capture = new Capture(outgoing, run);
    const reader = new AnswerReader(outgoing.method, capture);
    const { promise, resolve } = Promise.withResolvers<Exchange>();
    const end = (outcome: Outcome, failure?: string): void => {
      if (this.#listener === undefined) return;
      this.#listener = undefined;
      this.#unasked.push(reader.rest);
      resolve(capture.settle(outcome, failure));
    };
    const lost = (failure: string): void => {
      const connected = this.#open ? 'waiting' : 'connecting';
      if (reader.endsWithConnection) end('answered');
      else end(outcomeOf(failure, capture.answered ? 'answering' : connected), failure);
    };
    const take = (piece: Buffer): void => {
      const reading: Reading = reader.take(piece);
      if (reading === 'malformed') lost(NOT_HTTP);
      else if (reading !== 'more') end(reading === 'done' ? 'answered' : reading);
    };
    this.#listener = { take, lost };
    const onEndOfRun = () => end('cut-by-end');
    const deadline = new Deadline(outgoing.deadlineMs, () => end('timed-out'));
    run.signal?.addEventListener('abort', onEndOfRun);
    if (run.signal?.aborted) onEndOfRun();
    else this.#begin(capture, outgoing);
    const exchange = await promise;
    deadline.clear();
    run.signal?.removeEventListener('abort', onEndOfRun);
    return exchange;
  }

  #begin(capture: Capture, outgoing: Outgoing): void {
    capture.sent();
    this.#socket.write(requestBytes(outgoing));
    for (const piece of this.#unasked.splice(0)) {
      if (piece.length > 0) this.#listener?.take(piece);
    }
  }

  #close(): void {
    this.closed = true;
    this.#listener?.lost(this.#failure);
  }
}

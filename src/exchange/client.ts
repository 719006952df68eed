import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { Capture, HEAD_MAXIMUM_BYTES, type Run } from './capture.ts';
import type { Exchange, Headers, Outcome } from './exchange.ts';
import { type Outgoing, requestHeaders, spelledName } from './outgoing.ts';
import type { Payload } from './payload.ts';
import { failureCode, outcomeOf } from './transport-failure.ts';
import { UnsendableRequest } from './unsendable-request.ts';

/** What the transport says when a deadline passes before the whole body has left. */
export const BODY_NOT_SENT = 'the body was still being sent';

/** Shorter than any server is likely to have, so that a reused connection is not just closing. */
const KEEP_ALIVE_MS = 1000;

/**
 * Sends requests to one origin over a pool of HTTP/1.1 connections and records each exchange:
 * no redirects, no decompression, no retries.
 */
export class Client {
  readonly #pool: Pool;
  readonly #run: Run;

  constructor(origin: string, run: Run) {
    this.#run = run;
    this.#pool = new Pool(origin, {
      allowH2: false,
      autoSelectFamily: true,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: HEAD_MAXIMUM_BYTES,
    });
  }

  /**
   * Sends one request and waits for its outcome, whatever the gateway does.
   * @throws UnsendableRequest
   */
  send(outgoing: Outgoing): Promise<Exchange> {
    return new Promise((resolve, reject) => {
      const transfer = new Transfer(outgoing, this.#run, resolve, reject);
      this.#pool.dispatch(dispatchOptions(outgoing, transfer.body), transfer);
    });
  }

  /** Breaks off whatever is still going on. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

function dispatchOptions(outgoing: Outgoing, body: Body): Dispatcher.DispatchOptions {
  const { method, path, authorization } = outgoing;
  const coding = spelledName('transfer-encoding', outgoing);
  const headers = requestHeaders(outgoing).filter(([name]) => name !== coding);
  const name = spelledName('authorization', outgoing);
  const all: Headers = authorization === undefined ? headers : [[name, authorization], ...headers];
  return { method, path, headers: all.flat(), body };
}

type Body = Readable | Uint8Array | null;

/** One piece is written together with the head; several are streamed, each made when it is due. */
function dispatchBody({ chunks, chunked }: Payload): Body {
  const [first, second] = chunks();
  return chunked || second !== undefined ? Readable.from(chunks()) : (first ?? null);
}

/** One request on its way through undici. Settles once, at whatever ends it first. */
class Transfer implements Dispatcher.DispatchHandler {
  readonly body: Body;
  readonly #outgoing: Outgoing;
  readonly #signal: AbortSignal | undefined;
  readonly #capture: Capture;
  readonly #resolve: (exchange: Exchange) => void;
  readonly #reject: (error: Error) => void;
  readonly #deadline: NodeJS.Timeout;
  readonly #onEndOfRun = (): void => this.#leave('cut-by-end');
  #leaving: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;

  constructor(
    outgoing: Outgoing,
    run: Run,
    resolve: (exchange: Exchange) => void,
    reject: (error: Error) => void,
  ) {
    this.body = dispatchBody(outgoing.payload);
    this.#outgoing = outgoing;
    this.#signal = run.signal;
    this.#capture = new Capture(outgoing, run);
    this.#resolve = resolve;
    this.#reject = reject;
    this.#deadline = setTimeout(() => this.#late(), outgoing.deadlineMs);
    this.#signal?.addEventListener('abort', this.#onEndOfRun);
    if (this.#signal?.aborted) this.#leave('cut-by-end');
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) {
      controller.abort(new Error('settled before it was sent'));
      return;
    }
    this.#capture.sent();
    const { leaveAfterMs } = this.#outgoing;
    if (leaveAfterMs !== undefined) {
      this.#leaving = setTimeout(() => this.#leave('aborted'), leaveAfterMs);
    }
  }

  onResponseStarted(): void {
    this.#capture.firstByte();
  }

  onResponseStart({ rawHeaders }: Dispatcher.DispatchController, status: number): void {
    if (status >= 200) this.#capture.head(status, headerPairs(rawHeaders));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const ending = this.#settled ? undefined : this.#capture.data(chunk);
    if (ending !== undefined) this.#leave(ending);
  }

  onResponseEnd(): void {
    this.#settle('answered');
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const code = failureCode(error);
    if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') {
      const { sender, operation } = this.#outgoing;
      const which = `${operation} of ${sender}`;
      this.#end(() => this.#reject(new UnsendableRequest(which, error.message)));
      return;
    }
    const connected = this.#controller === undefined ? 'connecting' : 'waiting';
    this.#settle(outcomeOf(code, this.#capture.answered ? 'answering' : connected), code);
  }

  #late(): void {
    const isSent = !(this.body instanceof Readable) || this.body.readableEnded;
    this.#leave('timed-out', isSent ? undefined : BODY_NOT_SENT);
  }

  #leave(outcome: Outcome, failure?: string): void {
    this.#settle(outcome, failure);
    this.#controller?.abort(new Error(outcome));
  }

  #settle(outcome: Outcome, failure?: string): void {
    this.#end(() => this.#resolve(this.#capture.settle(outcome, failure)));
  }

  #end(how: () => void): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#deadline);
    clearTimeout(this.#leaving);
    this.#signal?.removeEventListener('abort', this.#onEndOfRun);
    how();
  }
}

function headerPairs(raw: Dispatcher.DispatchController['rawHeaders']): Headers {
  if (!Array.isArray(raw)) return [];
  const words = raw.map((word) => (typeof word === 'string' ? word : word.toString('latin1')));
  return words.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), words[index + 1] ?? ''] as const] : [],
  );
}

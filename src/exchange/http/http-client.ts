import { Readable } from 'node:stream';
import { buildConnector, type Dispatcher, Client as OneConnection } from 'undici';
import { LIMITS } from '../../input/limits.ts';
import { Capture, type Run } from '../capture.ts';
import type { Exchange, Headers, Outcome } from '../exchange.ts';
import { type Outgoing, sentHeaders, sentPath, spelledName } from '../outgoing.ts';
import type { Payload } from '../payload.ts';
import { contradictsItself } from './content-lengths.ts';
import { Deadline } from './deadline.ts';
import { FirstBytes } from './first-bytes.ts';
import {
  failureCode,
  isNotHttp,
  NOT_HTTP,
  ONLY_INTERIM,
  outcomeOf,
  WRONG_LENGTH,
} from './transport-failure.ts';

/** The failure when a deadline passes before the whole body was sent. */
export const BODY_NOT_SENT = 'the body was still being sent';

/**
 * Sends requests to one origin over HTTP/1.1, each over a separate connection, and records each
 * exchange: no redirects, no decompression, no retries.
 *
 * On a kept connection one request could break the next: many servers return 500 for an unhandled
 * exception, do not announce that they close, and close; the next request on it is lost.
 */
export class HttpClient {
  readonly #origin: string;
  readonly #run: Run;
  /** Shared, so that sessions of TLS are resumed. */
  readonly #connect = buildConnector({ allowH2: false, autoSelectFamily: true });
  readonly #open = new Set<OneConnection>();

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
    const first = new FirstBytes();
    const connection = this.#connection(first);
    try {
      return await new Promise((resolve, reject) => {
        const transfer = new Transfer(
          outgoing,
          { ...this.#run, ...(signal && { signal }) },
          first,
          resolve,
          reject,
        );
        connection.dispatch(dispatchOptions(outgoing, transfer.body), transfer);
      });
    } finally {
      this.#open.delete(connection);
      await connection.destroy();
    }
  }

  /** Aborts all requests in flight. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map((connection) => connection.destroy()));
  }

  #connection(first: FirstBytes): OneConnection {
    const connection = new OneConnection(this.#origin, {
      connect: (options, callback) =>
        this.#connect(options, (...result) => {
          if (result[0] === null) first.watch(result[1]);
          callback(...result);
        }),
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: LIMITS.headBytes.value,
    });
    this.#open.add(connection);
    return connection;
  }
}

function dispatchOptions(outgoing: Outgoing, body: Body): Dispatcher.DispatchOptions {
  const coding = spelledName('transfer-encoding', outgoing);
  const headers = sentHeaders(outgoing).filter(([name]) => name !== coding);
  return { method: outgoing.method, path: sentPath(outgoing), headers: headers.flat(), body };
}

type Body = Readable | Uint8Array | null;

/** One piece is written together with the head; several are streamed, each made when it is needed. */
function dispatchBody({ chunks, chunked }: Payload): Body {
  const [first, second] = chunks();
  return chunked || second !== undefined ? Readable.from(chunks()) : (first ?? null);
}

/** One request that undici sends. Settles once, with the first event that ends it. */
class Transfer implements Dispatcher.DispatchHandler {
  readonly body: Body;
  readonly #outgoing: Outgoing;
  readonly #signal: AbortSignal | undefined;
  readonly #capture: Capture;
  readonly #first: FirstBytes;
  readonly #resolve: (exchange: Exchange) => void;
  readonly #reject: (error: Error) => void;
  readonly #deadline: Deadline;
  readonly #onEndOfRun = (): void => this.#abort('cut-by-end');
  #disconnecting: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;
  /** Where a parser stopped, in a body. */
  #mistake: Buffer | undefined;
  #interim = 0;

  constructor(
    outgoing: Outgoing,
    run: Run,
    first: FirstBytes,
    resolve: (exchange: Exchange) => void,
    reject: (error: Error) => void,
  ) {
    this.body = dispatchBody(outgoing.payload);
    this.#outgoing = outgoing;
    this.#signal = run.signal;
    this.#capture = new Capture(outgoing, run);
    this.#first = first;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#deadline = new Deadline(outgoing.deadlineMs, () => this.#late());
    this.#signal?.addEventListener('abort', this.#onEndOfRun);
    if (this.#signal?.aborted) this.#abort('cut-by-end');
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) {
      controller.abort(new Error('settled before it was sent'));
      return;
    }
    this.#capture.sent();
    const { disconnectAfterMs } = this.#outgoing;
    if (disconnectAfterMs !== undefined) {
      this.#disconnecting = setTimeout(() => this.#abort('aborted'), disconnectAfterMs);
    }
  }

  onResponseStarted(): void {
    this.#capture.firstByte();
  }

  onResponseStart({ rawHeaders }: Dispatcher.DispatchController, status: number): void {
    if (status >= 200) {
      const headers = headerPairs(rawHeaders);
      if (contradictsItself(headers)) this.#abort('reset', NOT_HTTP);
      else this.#capture.head(status, headers);
    } else {
      this.#interim += 1;
      if (this.#interim > LIMITS.interim.value) this.#abort('reset', ONLY_INTERIM);
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const ending = this.#settled ? undefined : this.#capture.data(chunk);
    if (ending !== undefined) this.#abort(ending);
  }

  onResponseEnd(): void {
    this.#settle('answered');
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const code = failureCode(error);
    if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') {
      const { sender, operation } = this.#outgoing;
      const sentence = `Request cannot be sent: ${operation} of ${sender} (${error.message}). This is a bug in Assay.`;
      this.#end(() => this.#reject(new Error(sentence)));
      return;
    }
    this.#mistake = mistakeIn(error);
    const isOfHead = !this.#capture.answered && this.#first.bytes.length > 0;
    const failure = isOfHead && WRONG_HEAD.has(code) ? NOT_HTTP : code;
    const connected = this.#controller === undefined ? 'connecting' : 'waiting';
    this.#settle(outcomeOf(failure, this.#capture.answered ? 'answering' : connected), failure);
  }

  #late(): void {
    const isSent = !(this.body instanceof Readable) || this.body.readableEnded;
    this.#abort('timed-out', isSent ? undefined : BODY_NOT_SENT);
  }

  #abort(outcome: Outcome, failure?: string): void {
    this.#settle(outcome, failure);
    this.#controller?.abort(new Error(outcome));
  }

  #settle(outcome: Outcome, failure?: string): void {
    const bytes = this.#capture.answered ? this.#mistake : this.#first.bytes;
    const notHttp = isNotHttp(failure) ? bytes : undefined;
    this.#end(() => this.#resolve(this.#capture.settle(outcome, failure, notHttp)));
  }

  #end(how: () => void): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#deadline.clear();
    clearTimeout(this.#disconnecting);
    this.#signal?.removeEventListener('abort', this.#onEndOfRun);
    how();
  }
}

/**
 * Other errors of undici for a head: it asserts a status of at least 100, and once it has read a
 * Content-Length it reports every mistake as a wrong length.
 */
const WRONG_HEAD: ReadonlySet<string> = new Set(['ERR_ASSERTION', WRONG_LENGTH]);

/** The rest of a read at which the parser of undici stopped. */
function mistakeIn(error: Error): Buffer | undefined {
  const data: unknown = Reflect.get(error, 'data');
  return typeof data === 'string' ? Buffer.from(data.slice(0, MISTAKE_CHARACTERS)) : undefined;
}

/** More than are shown. */
const MISTAKE_CHARACTERS = 1024;

function headerPairs(raw: Dispatcher.DispatchController['rawHeaders']): Headers {
  if (!Array.isArray(raw)) return [];
  const words = raw.map((word) => (typeof word === 'string' ? word : word.toString('latin1')));
  return words.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), words[index + 1] ?? ''] as const] : [],
  );
}

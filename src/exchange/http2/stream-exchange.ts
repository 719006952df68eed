import type { ClientHttp2Stream } from 'node:http2';
import type { Run } from '../capture.ts';
import type { Exchange, Headers } from '../exchange.ts';
import { ReadPace, WritePace } from '../http/pace.ts';
import { Sending } from '../http/sending.ts';
import { NO_CONNECTION, outcomeAt } from '../http/transport-failure.ts';
import type { Outgoing } from '../outgoing.ts';
import { brokenWords, codeOf, NOT_HTTP2, resetWords } from './http2-failure.ts';

/** The connection of a stream. */
export interface Carrier {
  readonly isReady: boolean;
  /** Why it broke, or will end; undefined while it is open. */
  readonly failure: string | undefined;
  /** Undefined when the connection is lost. */
  open(outgoing: Outgoing): ClientHttp2Stream | undefined;
}

/** One exchange on a stream of its own. */
export class StreamExchange {
  readonly #outgoing: Outgoing;
  readonly #carrier: Carrier;
  readonly #sending: Sending;
  #stream: ClientHttp2Stream | undefined;
  /** What came in this turn of the event loop: the frames of one read. */
  #pieces: Uint8Array[] = [];
  /** The last frame of the answer came. */
  #isWhole = false;

  constructor(outgoing: Outgoing, run: Run, carrier: Carrier) {
    this.#outgoing = outgoing;
    this.#carrier = carrier;
    this.#sending = new Sending(outgoing, run, {
      isReady: () => carrier.isReady,
      onEnd: () => this.#stream?.close(codeOf('CANCEL')),
    });
  }

  get settled(): Promise<Exchange> {
    return this.#sending.settled;
  }

  /** Whether the target says that it did not process the request. */
  get isRefused(): boolean {
    return this.#stream?.rstCode === codeOf('REFUSED_STREAM');
  }

  /** The stream, or its connection, ended before the answer did. */
  #lost(error?: Error): void {
    const { isReady, failure } = this.#carrier;
    const { capture } = this.#sending;
    const stage = capture.answered ? 'answering' : isReady ? 'waiting' : 'connecting';
    const outcome = failure === NO_CONNECTION ? 'timed-out' : outcomeAt(stage);
    const code = this.#stream?.rstCode ?? codeOf('NO_ERROR');
    this.#flush();
    const broken = error === undefined ? undefined : brokenWords(error);
    const why = failure ?? (broken === NOT_HTTP2 ? broken : resetWords(code));
    this.#sending.end(outcome, why);
  }

  /** Writes the whole request. */
  async write(): Promise<void> {
    const { payload, writeBytesPerSecond = Number.POSITIVE_INFINITY } = this.#outgoing;
    const pace = new WritePace(writeBytesPerSecond);
    const stream = this.#open();
    for (const piece of payload.chunks()) {
      // The head of a request without a body is its end: a write would follow that.
      if (payload.sizeBytes === 0) break;
      await pace.before(piece.length, this.settled);
      if (this.#sending.isOver) break;
      if (stream?.write(piece) === false) await Promise.race([drained(stream), this.settled]);
    }
    stream?.end();
    this.#sending.written();
  }

  /** Writes all but the last byte; nothing of a request without a body, whose head is the last frame. */
  writeButLast(): void {
    const body = this.#body();
    if (body.length > 0) this.#open()?.write(body.subarray(0, -1));
  }

  writeLast(): void {
    const stream = this.#stream ?? this.#open();
    this.#sending.begin();
    const last = this.#body().subarray(-1);
    stream?.end(last.length === 0 ? undefined : last);
    this.#sending.written();
  }

  #body(): Buffer {
    return Buffer.concat([...this.#outgoing.payload.chunks()]);
  }

  #open(): ClientHttp2Stream | undefined {
    if (this.#sending.isOver) return undefined;
    this.#sending.begin();
    const stream = this.#carrier.open(this.#outgoing);
    if (stream === undefined) {
      this.#lost();
      return undefined;
    }
    this.#stream = stream;
    const { readBytesPerSecond = Number.POSITIVE_INFINITY } = this.#outgoing;
    const reading = new ReadPace(stream, readBytesPerSecond);
    const { capture } = this.#sending;
    stream.on('response', (_head, _flags, raw: readonly string[]) => {
      capture.firstByte();
      const { status, headers } = headOf(raw);
      capture.head(status, headers, '2');
    });
    stream.on('data', (piece: Buffer) => {
      reading.note(piece.length);
      if (this.#pieces.push(piece) === 1) setImmediate(() => this.#flush());
    });
    onLastFrame(stream, () => {
      this.#isWhole = true;
    });
    stream.on('end', () => this.#ended());
    stream.on('error', (error) => this.#lost(error));
    stream.on('close', () => this.#lost());
    return stream;
  }

  #flush(): void {
    const pieces = this.#pieces.splice(0);
    if (pieces.length === 0 || this.#sending.isOver) return;
    const ending = this.#sending.capture.data(Buffer.concat(pieces));
    if (ending !== undefined) this.#sending.end(ending);
  }

  #ended(): void {
    this.#flush();
    if (this.#isWhole) this.#sending.end('answered');
    else this.#lost();
  }
}

/** Calls `onEnd` at the frame that ends the answer: Node ends a stream that is reset in the same way, after it is closed. */
function onLastFrame(stream: ClientHttp2Stream, onEnd: () => void): void {
  const push = stream.push.bind(stream);
  stream.push = (piece: unknown, encoding?: BufferEncoding): boolean => {
    if (piece === null && !stream.closed) onEnd();
    return push(piece, encoding);
  };
}

function drained(stream: ClientHttp2Stream): Promise<void> {
  return new Promise((resolve) => stream.once('drain', resolve));
}

/** @param raw names and values in turn, as received */
function headOf(raw: readonly string[]): { readonly status: number; readonly headers: Headers } {
  const pairs = Array.from(
    { length: raw.length / 2 },
    (_, at) => [raw[at * 2] ?? '', raw[at * 2 + 1] ?? ''] as const,
  );
  const [, status] = pairs.find(([name]) => name === ':status') ?? [];
  return { status: Number(status), headers: pairs.filter(([name]) => !name.startsWith(':')) };
}

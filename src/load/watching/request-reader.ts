import { OPERATION_NAMES, OPERATIONS, type Operation } from '../../contract/operations.ts';
import { type Headers, header } from '../../exchange/exchange.ts';
import { contentLengths, headerPair } from '../../exchange/http/head.ts';
import { ResponseParser } from '../../exchange/http/response-parser.ts';
import { LIMITS } from '../../input/limits.ts';

/** The head of a request as a client sent it. */
export interface RequestHead {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** Names in lower case, in the order received. */
  readonly headers: Headers;
  /** As received, without the line ends. */
  readonly lines: readonly string[];
}

/** Receives the requests of one connection, in their order. */
export interface RequestSink {
  head(head: RequestHead): void;
  /** Bytes of a body, as they are to be passed on. */
  raw(bytes: Buffer): void;
  /** A piece of the body, after transfer coding. */
  data(piece: Uint8Array): void;
  end(): void;
  /** From here on the bytes are not read as requests: they are only passed on. */
  unread(): void;
}

const NOTHING = Buffer.alloc(0);
const HEAD_END = '\r\n\r\n';
const REQUEST_LINE = /^([A-Z]+) (\S+) HTTP\/1\.[01]$/;

/** Reads the requests that a client sends over one connection (RFC 9112). */
export class RequestReader {
  readonly #sink: RequestSink;
  #held: Buffer = NOTHING;
  /** Reads the body of the current request; absent between two requests. */
  #body: ResponseParser | undefined;
  #isUnread = false;

  constructor(sink: RequestSink) {
    this.#sink = sink;
  }

  take(piece: Buffer): void {
    let bytes = piece;
    while (bytes.length > 0) bytes = this.#isUnread ? this.#pass(bytes) : this.#read(bytes);
  }

  /** @returns the bytes that are not read yet */
  #read(bytes: Buffer): Buffer {
    return this.#body === undefined ? this.#readHead(bytes) : this.#readBody(this.#body, bytes);
  }

  #pass(bytes: Buffer): Buffer {
    this.#sink.raw(bytes);
    return NOTHING;
  }

  #readHead(bytes: Buffer): Buffer {
    const held = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    const end = held.indexOf(HEAD_END);
    if (end === -1 && held.length <= LIMITS.headBytes.value) {
      this.#held = held;
      return NOTHING;
    }
    this.#held = NOTHING;
    const head = end === -1 ? undefined : headOf(held.toString('latin1', 0, end));
    if (head === undefined) return this.#giveUp(held);
    this.#sink.head(head);
    const rest = held.subarray(end + HEAD_END.length);
    this.#body = bodyReader(head, this.#sink);
    if (this.#body === undefined) this.#sink.end();
    // What follows an upgrade is another protocol.
    return header(head.headers, 'upgrade') === undefined ? rest : this.#giveUp(rest);
  }

  #readBody(body: ResponseParser, bytes: Buffer): Buffer {
    const state = body.take(bytes);
    if (state === 'more') return this.#pass(bytes);
    if (state !== 'done') return this.#giveUp(bytes);
    const rest = body.rest.length;
    this.#sink.raw(bytes.subarray(0, bytes.length - rest));
    this.#body = undefined;
    this.#sink.end();
    return bytes.subarray(bytes.length - rest);
  }

  #giveUp(bytes: Buffer): Buffer {
    this.#isUnread = true;
    this.#sink.unread();
    return this.#pass(bytes);
  }
}

function headOf(text: string): RequestHead | undefined {
  const [requestLine = '', ...lines] = text.split('\r\n');
  const [, method, path] = REQUEST_LINE.exec(requestLine) ?? [];
  const headers = lines.map(headerPair);
  if (method === undefined || path === undefined) return undefined;
  if (!headers.every((pair) => pair !== undefined)) return undefined;
  return {
    method,
    path,
    headers,
    lines: [requestLine, ...lines],
  };
}

/**
 * A body is delimited alike in requests and in responses (RFC 9112 §6.3), except that a request
 * without a length has none: the reader of responses reads it behind a head of its own.
 */
function bodyReader({ headers }: RequestHead, sink: RequestSink): ResponseParser | undefined {
  const coding = header(headers, 'transfer-encoding');
  const [length = '0'] = contentLengths(headers);
  if (coding === undefined && Number(length) === 0) return undefined;
  const delimiter =
    coding === undefined ? `content-length: ${length}` : `transfer-encoding: ${coding}`;
  const reader = new ResponseParser('POST', {
    firstByte: () => {},
    head: () => {},
    data: (piece) => {
      sink.data(piece);
      return undefined;
    },
  });
  reader.take(Buffer.from(`HTTP/1.1 200 OK\r\n${delimiter}${HEAD_END}`));
  return reader;
}

/** The operation of a request, by its method and path. */
export interface RequestedOperation {
  readonly operation: Operation | 'other';
  /** The video job that the path names. */
  readonly jobId?: string;
}

/** @param basePath path of the target's base address, without a slash at its end */
export function requestedOperation(
  { method, path }: Pick<RequestHead, 'method' | 'path'>,
  basePath: string,
): RequestedOperation {
  const [pathname = ''] = path.split('?', 1);
  if (!pathname.startsWith(basePath)) return { operation: 'other' };
  const below = pathname.slice(basePath.length);
  for (const operation of OPERATION_NAMES) {
    const facts = OPERATIONS[operation];
    if (facts.method !== method) continue;
    if (facts.path === below) return { operation };
    const [before = '', after] = facts.path.split('{id}');
    const jobId = below.slice(before.length);
    if (after === undefined || !below.startsWith(before) || !/^[^/]+$/.test(jobId)) continue;
    return { operation, jobId };
  }
  return { operation: 'other' };
}

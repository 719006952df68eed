import { LIMITS } from '../../input/limits.ts';
import { type Headers, header } from '../exchange.ts';
import { contentLengths, contradictsItself, headerPair } from './head.ts';

/** Receives the parts of a response while it is read. */
export interface ResponseSink {
  firstByte(): void;
  head(status: number, headers: Headers, httpVersion?: '1.0'): void;
  /** @returns how to end the exchange now, or undefined to go on */
  data(piece: Uint8Array): 'oversize' | 'aborted' | undefined;
}

export type ParseState = 'more' | 'done' | 'malformed' | 'interim' | 'oversize' | 'aborted';

type Expecting = 'head' | 'length' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailers' | 'close';

const NOTHING = Buffer.alloc(0);
const HEAD_END = '\r\n\r\n';
const LINE_END = '\r\n';
const STATUS_LINE = /^HTTP\/1\.([01]) (\d{3})(?: .*)?$/;
/** As much of a status line as came. */
const STATUS_LINE_START = 'HTTP/1.';
const LONE_LINE_FEED = /[^\r]\n/;
const LENGTH = /^\d{1,15}$/;
const CHUNK_SIZE = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i;

/** Reads one HTTP/1.1 response (RFC 9112 §6.3, §7.1) from the pieces that a socket gives. */
export class ResponseParser {
  readonly #headRequest: boolean;
  readonly #sink: ResponseSink;
  #expecting: Expecting = 'head';
  #held: Buffer = NOTHING;
  /** Bytes of the body, or of the chunk, that are still to come. */
  #left = 0;
  #began = false;
  #interim = 0;
  /** Bytes at the start of a head that were searched for its end. */
  #searched = 0;
  #trailerBytes = 0;
  /** What was held before the last step. */
  #before: Buffer = NOTHING;

  constructor(method: string, sink: ResponseSink) {
    this.#headRequest = method === 'HEAD';
    this.#sink = sink;
  }

  take(piece: Buffer): ParseState {
    if (!this.#began) this.#sink.firstByte();
    this.#began = true;
    this.#held = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece]);
    for (;;) {
      const held = this.#held.length;
      this.#before = this.#held;
      const state = this.#step();
      if (state !== 'more' || this.#held.length === held) return state;
    }
  }

  /** Whether the response is complete when the connection ends here. */
  get endsWithConnection(): boolean {
    return this.#expecting === 'close';
  }

  /** The bytes from the first mistake on, once the response is malformed. */
  get mistake(): Buffer {
    return this.#before;
  }

  /** Bytes that came after the response. */
  get rest(): Buffer {
    return this.#held;
  }

  #step(): ParseState {
    switch (this.#expecting) {
      case 'head':
        return this.#head();
      case 'chunk-size':
        return this.#chunkSize();
      case 'chunk-end':
        return this.#line((line) => this.#expect(line === '' ? 'chunk-size' : 'malformed'));
      case 'trailers':
        return this.#line((line) => this.#trailer(line));
      default:
        return this.#body();
    }
  }

  #head(): ParseState {
    const end = this.#held.indexOf(HEAD_END, Math.max(0, this.#searched - HEAD_END.length));
    if (end === -1) {
      if (this.#isNoHead()) return 'malformed';
      this.#searched = this.#held.length;
    }
    if (end > LIMITS.headBytes.value || this.#searched > LIMITS.headBytes.value) return 'oversize';
    if (end === -1) return 'more';
    this.#searched = 0;
    const [statusLine = '', ...lines] = this.#held.toString('latin1', 0, end).split(LINE_END);
    this.#held = this.#held.subarray(end + HEAD_END.length);
    const [, minor, code = 0] = STATUS_LINE.exec(statusLine) ?? [];
    const status = Number(code);
    const headers = lines.map(headerPair);
    if (status < 100 || status === 101 || !headers.every((pair) => pair !== undefined)) {
      return 'malformed';
    }
    if (status < 200) {
      this.#interim += 1;
      if (this.#interim > LIMITS.interim.value) return 'interim';
      if (this.#held.length > 0) this.#sink.firstByte();
      this.#began = this.#held.length > 0;
      return 'more';
    }
    const lengths = contentLengths(headers);
    const isNumber = lengths.every((length) => LENGTH.test(length));
    if (contradictsItself(headers) || !isNumber) return 'malformed';
    this.#sink.head(status, headers, minor === '0' ? '1.0' : undefined);
    return this.#delimit(status, headers);
  }

  /** Whether what came so far cannot begin a head: another protocol may wait for an answer. */
  #isNoHead(): boolean {
    const start = this.#held.toString('latin1', 0, STATUS_LINE_START.length);
    if (!STATUS_LINE_START.startsWith(start)) return true;
    const from = Math.max(0, this.#searched - 1);
    return LONE_LINE_FEED.test(this.#held.toString('latin1', from, LIMITS.headBytes.value));
  }

  #delimit(status: number, headers: Headers): ParseState {
    if (this.#headRequest || status === 204 || status === 304) return 'done';
    const coding = header(headers, 'transfer-encoding')?.trim().toLowerCase();
    if (coding !== undefined)
      return this.#expect(coding.endsWith('chunked') ? 'chunk-size' : 'close');
    const [length] = contentLengths(headers);
    if (length === undefined) return this.#expect('close');
    this.#left = Number(length);
    return this.#left === 0 ? 'done' : this.#expect('length');
  }

  #chunkSize(): ParseState {
    return this.#line((line) => {
      const size = CHUNK_SIZE.exec(line)?.[1];
      if (size === undefined) return 'malformed';
      this.#left = Number.parseInt(size, 16);
      return this.#expect(this.#left === 0 ? 'trailers' : 'chunk');
    });
  }

  #trailer(line: string): ParseState {
    if (line === '') return 'done';
    this.#trailerBytes += line.length + LINE_END.length;
    return this.#trailerBytes > LIMITS.headBytes.value ? 'oversize' : 'more';
  }

  #body(): ParseState {
    const size = this.#expecting === 'close' ? this.#held.length : this.#left;
    const piece = this.#held.subarray(0, size);
    if (piece.length === 0) return 'more';
    this.#held = this.#held.subarray(piece.length);
    this.#left -= piece.length;
    const ending = this.#sink.data(piece);
    if (ending !== undefined) return ending;
    if (this.#expecting === 'close' || this.#left > 0) return 'more';
    return this.#expecting === 'length' ? 'done' : this.#expect('chunk-end');
  }

  #line(read: (line: string) => ParseState): ParseState {
    const end = this.#held.indexOf(LINE_END);
    if (end === -1) return this.#held.length > LIMITS.headBytes.value ? 'oversize' : 'more';
    const line = this.#held.toString('latin1', 0, end);
    this.#held = this.#held.subarray(end + LINE_END.length);
    return read(line);
  }

  #expect(next: Expecting | 'malformed'): ParseState {
    if (next === 'malformed') return next;
    this.#expecting = next;
    return 'more';
  }
}

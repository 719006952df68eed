import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '../../input/limits.ts';
import type { Run } from '../capture.ts';
import type { Exchange, Outcome } from '../exchange.ts';
import type { Outgoing } from '../outgoing.ts';
import { shownBytes } from '../shown-bytes.ts';
import { Deadline } from './deadline.ts';
import { ReadPace, WritePace } from './pace.ts';
import { requestBytes, requestPieces } from './request-bytes.ts';
import { type ParseState, ResponseParser } from './response-parser.ts';
import { Sending } from './sending.ts';
import {
  failureCode,
  HEAD_TOO_LARGE,
  isNotHttp,
  NO_CONNECTION,
  NOT_HTTP,
  ONLY_INTERIM,
  outcomeAt,
} from './transport-failure.ts';

/** Bytes that are kept of what follows a response: more than are shown, so that a key is found whole. */
const KEPT_BYTES = 1024;
/** A server that gives up an idle connection may say so before it closes it (RFC 9110 §15.5.9). */
const TIMEOUT_NOTICE = /^HTTP\/1\.[01] 408 /;

/** The exchange that is under way on a connection. */
interface Receiver {
  take(piece: Buffer): void;
  end(outcome: Outcome, failure?: string): void;
  lost(failure: string): void;
}

/**
 * A connection that writes bytes as they are given: also for requests that an ordinary client cannot
 * send. It outlives its exchanges. Every failure ends up in the exchange; nothing here rejects.
 */
export class RawConnection {
  #isClosed = false;
  readonly #socket: Socket;
  /** The connection is established, TLS included. */
  readonly #ready: Promise<void>;
  readonly #connecting: Deadline;
  #isReady = false;
  #receiver: Receiver | undefined;
  /** The first bytes that came after the last response. */
  #surplus: Buffer = Buffer.alloc(0);
  #failure = 'closed by the other side';

  constructor(socket: Socket) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#socket = socket;
    this.#ready = promise;
    this.#connecting = new Deadline(LIMITS.connectMs.value, () => {
      this.#receiver?.end('timed-out', NO_CONNECTION);
      this.destroy();
    });
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      this.#isReady = true;
      this.#connecting.clear();
      resolve();
    });
    socket.setNoDelay(true);
    socket.on('data', (piece: Buffer) => {
      if (this.#receiver === undefined) this.#keepSurplus(piece);
      else this.#receiver.take(piece);
    });
    socket.on('error', (error) => {
      this.#failure = failureCode(error);
    });
    socket.on('end', () => this.#close());
    socket.on('close', () => this.#close());
  }

  destroy(): void {
    this.#connecting.clear();
    this.#socket.destroy();
  }

  /** Whether a further request can be answered: the connection is open, and nothing came unasked. */
  get isReusable(): boolean {
    return !this.#isClosed && this.#surplus.length === 0;
  }

  /**
   * The first bytes after the last response, as `shownBytes` shows them; undefined when there are none, or
   * when they only announce that the connection was idle for too long.
   */
  surplus({ redactor }: Run): string | undefined {
    const text = this.#surplus.toString('latin1');
    if (text === '' || TIMEOUT_NOTICE.test(text)) return undefined;
    return shownBytes(redactor.text(text));
  }

  /** Sends a whole request and waits for its outcome. */
  async exchange(outgoing: Outgoing, run: Run): Promise<Exchange> {
    const sending = this.#start(outgoing, run);
    await Promise.race([this.#ready, sending.settled]);
    sending.begin();
    const pace = new WritePace(outgoing.writeBytesPerSecond ?? Number.POSITIVE_INFINITY);
    for (const piece of requestPieces(outgoing)) {
      await pace.before(piece.length, sending.settled);
      if (sending.isOver) break;
      if (!this.#socket.write(piece)) await Promise.race([this.#drained(), sending.settled]);
      // An answer that came meanwhile is read before a write fails because of the closed connection.
      await nextTurn();
    }
    sending.written();
    return await sending.settled;
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
    if (!sending.isOver) {
      const { promise: flushed, resolve } = Promise.withResolvers<void>();
      this.#socket.write(bytes.subarray(0, -1), () => resolve());
      await Promise.race([flushed, sending.settled]);
    }
    return {
      release: () => {
        sending.begin();
        if (!sending.isOver) this.#socket.write(bytes.subarray(-1));
        sending.written();
        return sending.settled;
      },
    };
  }

  #start(outgoing: Outgoing, run: Run): Sending {
    const { readBytesPerSecond = Number.POSITIVE_INFINITY } = outgoing;
    const pace = new ReadPace(this.#socket, readBytesPerSecond);
    const sending = new Sending(outgoing, run, {
      isReady: () => this.#isReady,
      onEnd: (outcome) => {
        this.#receiver = undefined;
        if (outcome === 'answered') this.#keepSurplus(parser.rest);
        pace.end();
      },
    });
    const { capture } = sending;
    const parser = new ResponseParser(outgoing.method, capture);
    const end = (outcome: Outcome, failure?: string): void =>
      sending.end(outcome, failure, isNotHttp(failure) ? parser.mistake : undefined);
    const lost = (failure: string): void => {
      const stage = this.#isReady ? 'waiting' : 'connecting';
      if (parser.endsWithConnection) end('answered');
      else end(outcomeAt(capture.answered ? 'answering' : stage), failure);
    };
    const endings: Readonly<Record<ParseState, () => void>> = {
      more: () => undefined,
      done: () => end('answered'),
      aborted: () => end('aborted'),
      oversize: () => end('oversize', capture.answered ? undefined : HEAD_TOO_LARGE),
      malformed: () => lost(NOT_HTTP),
      interim: () => lost(ONLY_INTERIM),
    };
    const take = (piece: Buffer): void => {
      pace.note(piece.length);
      endings[parser.take(piece)]();
    };
    if (!sending.isOver) this.#receiver = { take, end, lost };
    return sending;
  }

  #keepSurplus(piece: Buffer): void {
    const room = KEPT_BYTES - this.#surplus.length;
    if (room > 0) this.#surplus = Buffer.concat([this.#surplus, piece.subarray(0, room)]);
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => this.#socket.once('drain', resolve));
  }

  #close(): void {
    this.#isClosed = true;
    this.#connecting.clear();
    this.#receiver?.lost(this.#failure);
  }
}

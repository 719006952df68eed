import type { Access } from '../../exchange/access.ts';
import type { BodyBudget } from '../../exchange/body-budget.ts';
import { Capture } from '../../exchange/capture.ts';
import type { Exchange, Outcome } from '../../exchange/exchange.ts';
import { ResponseParser } from '../../exchange/http/response-parser.ts';
import {
  failureCode,
  isNotHttp,
  NOT_HTTP,
  ONLY_INTERIM,
  outcomeAt,
} from '../../exchange/http/transport-failure.ts';
import type { Outgoing } from '../../exchange/outgoing.ts';
import { NO_PAYLOAD } from '../../exchange/payload.ts';
import { LIMITS } from '../../input/limits.ts';
import { type RequestedOperation, type RequestHead, requestedOperation } from './request-reader.ts';
import type { CarriedKey, SeenSecrets } from './seen-secrets.ts';
import { WatchedBody } from './watched-body.ts';

/** Who sends the requests that pass through. */
export const CLIENT = 'client';

/** The gateway of watched traffic. */
export interface WatchedTarget {
  /** Such as `https://gateway.example`. */
  readonly origin: string;
  /** Path of its base address, without a slash at its end. */
  readonly basePath: string;
  /** How it is reached; directly when absent. */
  readonly access?: Access;
}

export interface RecorderOptions {
  readonly target: WatchedTarget;
  readonly secrets: SeenSecrets;
  readonly bodies: BodyBudget;
  /** ms since the origin of the run. */
  readonly now: () => number;
  /** Gets each exchange when it is over. */
  readonly onExchange: (exchange: Exchange, requested: RequestedOperation) => void;
  /** Exchanges that are over and not judged yet. */
  readonly waiting: () => number;
}

/** Makes exchanges of what passes through. */
export class TrafficRecorder {
  readonly options: RecorderOptions;
  #ids = 0;
  #unread = 0;
  #open = 0;

  constructor(options: RecorderOptions) {
    this.options = options;
  }

  /** Requests that were passed on and not recorded. */
  get unread(): number {
    return this.#unread;
  }

  /** Exchanges that are not over. */
  get open(): number {
    return this.#open;
  }

  noteUnread(requests: number): void {
    this.#unread += requests;
  }

  nextId(): number {
    this.#ids += 1;
    return this.#ids;
  }

  /** A request begins; undefined when it is beyond a limit. */
  request(head: RequestHead): PendingExchange | undefined {
    const { secrets, waiting } = this.options;
    if (this.#open + waiting() >= LIMITS.watchedRequests.value) return undefined;
    const key = secrets.learn(head.headers, head.path);
    if (key === undefined) return undefined;
    this.#open += 1;
    return new PendingExchange(head, key, this);
  }

  /** Each that began is over once. */
  over(): void {
    this.#open -= 1;
  }
}

/** A request that passes through, and its response as far as it came. */
export class PendingExchange {
  readonly #head: RequestHead;
  readonly #key: CarriedKey;
  readonly #recorder: TrafficRecorder;
  readonly #requested: RequestedOperation;
  readonly #body: WatchedBody;
  readonly #capture: Capture;
  readonly #parser: ResponseParser;
  #isSettled = false;
  #hasClientEnded = false;

  constructor(head: RequestHead, key: CarriedKey, recorder: TrafficRecorder) {
    const { target, bodies, now } = recorder.options;
    this.#head = head;
    this.#key = key;
    this.#recorder = recorder;
    this.#requested = requestedOperation(head, target.basePath);
    this.#body = new WatchedBody(bodies);
    this.#capture = new Capture(this.#outgoing(), {
      now,
      nextId: () => recorder.nextId(),
      redactor: key.redactor,
      bodies,
    });
    this.#parser = new ResponseParser(head.method, {
      firstByte: () => this.#capture.firstByte(),
      head: (status, headers, version) => this.#capture.head(status, headers, version),
      data: (piece) => this.#onData(piece),
    });
  }

  requestData(piece: Uint8Array): void {
    this.#body.add(piece);
  }

  /**
   * Times count from the end of the request: a client may take long to send it.
   * @param atMs when its last bytes were read
   */
  requestEnd(atMs: number): void {
    this.#capture.sent(atMs);
  }

  /**
   * Takes bytes of the response.
   * @returns the bytes after it; `more` while it is not complete; `unreadable` when it is not HTTP
   */
  responseData(bytes: Buffer): Buffer | 'more' | 'unreadable' {
    const state = this.#parser.take(bytes);
    if (state === 'more') return 'more';
    if (state === 'done') {
      this.#settle(this.#hasClientEnded ? 'aborted' : 'answered');
      return this.#parser.rest;
    }
    const failure = state === 'interim' ? ONLY_INTERIM : NOT_HTTP;
    if (state === 'oversize') this.#settle('oversize');
    else this.#settle(outcomeAt(this.#stage), failure);
    return 'unreadable';
  }

  /** The client ended its side before the response was complete: a gateway may end it early, and well. */
  clientEnd(): void {
    this.#hasClientEnded = true;
  }

  /** The client disconnected. */
  abort(): void {
    this.#settle('aborted');
  }

  /** Assay stops. */
  cut(): void {
    this.#settle('cut-by-end');
  }

  /** Where its response begins is unknown: it is not recorded. */
  drop(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#body.drop();
    this.#recorder.options.bodies.release(this.#capture.settle('cut-by-end').answer?.body);
    this.#recorder.over();
  }

  /** The gateway disconnected, or was never reached. */
  lose(error?: Error): void {
    if (error === undefined && this.#parser.endsWithConnection) this.#settle('answered');
    else {
      const failure = error === undefined ? 'closed by the other side' : failureCode(error);
      const isRefused = error !== undefined && 'syscall' in error && error.syscall === 'connect';
      this.#settle(outcomeAt(isRefused ? 'connecting' : this.#stage), failure);
    }
  }

  get #stage(): 'answering' | 'waiting' {
    return this.#capture.answered ? 'answering' : 'waiting';
  }

  /** A response beyond a limit is passed on to its end, and recorded as cut. */
  #onData(piece: Uint8Array): undefined {
    if (!this.#isSettled && this.#capture.data(piece) === 'oversize') this.#settle('oversize');
  }

  #settle(outcome: Outcome, failure?: string): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    const mistake = isNotHttp(failure) ? this.#parser.mistake : undefined;
    const exchange = this.#capture.settle(outcome, failure, mistake);
    void this.#finish(exchange);
  }

  async #finish(exchange: Exchange): Promise<void> {
    const isDelivered = await this.#deliver(exchange).catch(() => false);
    this.#recorder.over();
    if (isDelivered) return;
    this.#recorder.noteUnread(1);
    this.#recorder.options.bodies.release(exchange.answer?.body);
  }

  /** @returns false when it is beyond a limit */
  async #deliver(exchange: Exchange): Promise<boolean> {
    const { secrets, onExchange, target } = this.#recorder.options;
    const body = await this.#body.record(this.#head);
    if (!secrets.learnBody(body)) return false;
    const request = {
      ...exchange.request,
      url: `${target.origin}${this.#head.path}`,
      headers: this.#head.headers.filter(([name]) => !secrets.isWithheld(name)),
      credential: this.#key.credential,
      body,
    };
    onExchange({ ...exchange, request }, this.#requested);
    return true;
  }

  #outgoing(): Outgoing {
    const { method, path } = this.#head;
    return {
      operation: this.#requested.operation,
      sender: CLIENT,
      attempt: 1,
      method,
      origin: this.#recorder.options.target.origin,
      path,
      headers: [],
      credential: 'none',
      payload: NO_PAYLOAD,
      deadlineMs: Number.POSITIVE_INFINITY,
    };
  }
}

import { Capture, type Run } from '../capture.ts';
import type { Exchange, Outcome } from '../exchange.ts';
import type { Outgoing } from '../outgoing.ts';
import { Deadline } from './deadline.ts';
import { BODY_NOT_SENT } from './transport-failure.ts';

/** What a connection knows of an exchange that is under way on it. */
interface Carrier {
  /** Whether the connection is established. */
  isReady(): boolean;
  /** Called once, with the end. */
  onEnd(outcome: Outcome): void;
}

/** One exchange under way on a connection, with all that ends it from this side. */
export class Sending {
  readonly capture: Capture;
  readonly settled: Promise<Exchange>;
  readonly #outgoing: Outgoing;
  readonly #carrier: Carrier;
  readonly #settle: (exchange: Exchange) => void;
  readonly #deadline: Deadline;
  readonly #signal: AbortSignal | undefined;
  #disconnecting: NodeJS.Timeout | undefined;
  #isWritten = false;
  #isOver = false;

  constructor(outgoing: Outgoing, run: Run, carrier: Carrier) {
    const { promise, resolve } = Promise.withResolvers<Exchange>();
    this.capture = new Capture(outgoing, run);
    this.settled = promise;
    this.#outgoing = outgoing;
    this.#carrier = carrier;
    this.#settle = resolve;
    this.#deadline = new Deadline(outgoing.deadlineMs, () =>
      this.end('timed-out', this.#isWritten || !carrier.isReady() ? undefined : BODY_NOT_SENT),
    );
    this.#signal = run.signal;
    this.#signal?.addEventListener('abort', this.#onEndOfRun);
    if (this.#signal?.aborted) this.#onEndOfRun();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The times of the exchange start here. */
  begin(): void {
    if (this.#isOver) return;
    this.capture.sent();
    const { disconnectAfterMs } = this.#outgoing;
    if (disconnectAfterMs === undefined) return;
    this.#disconnecting = setTimeout(() => this.end('aborted'), disconnectAfterMs);
  }

  /** The whole request was written. */
  written(): void {
    this.#isWritten = true;
  }

  /** @param notHttp what came in place of HTTP */
  end(outcome: Outcome, failure?: string, notHttp?: Buffer): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#deadline.clear();
    clearTimeout(this.#disconnecting);
    this.#signal?.removeEventListener('abort', this.#onEndOfRun);
    this.#carrier.onEnd(outcome);
    this.#settle(this.capture.settle(outcome, failure, notHttp));
  }

  readonly #onEndOfRun = (): void => this.end('cut-by-end');
}

import { setTimeout as wait } from 'node:timers/promises';
import type { Frame } from '../../exchange/frames.ts';
import type { Secret } from '../../exchange/redaction/spellings.ts';
import {
  fromMachineClock,
  type Origin,
  processStartUnixMs,
} from '../../exchange/upstream/origin.ts';
import type { UpstreamExchange } from '../../exchange/upstream/upstream-exchange.ts';
import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import { LIMITS } from '../../input/limits.ts';
import { GatewayProcess } from '../gateway-process.ts';
import { UpstreamControl } from './upstream-control.ts';
import type { UpstreamFrame, UpstreamHello } from './upstream-frame.ts';
import { type UpstreamSeen, UpstreamStore } from './upstream-store.ts';

const NAME = 'The upstream';
/** What the engine says when it cannot listen. */
const PROBLEM = /^engine upstream: (.+?)\.?$/;
/** How often an exchange that is not over is looked at again. */
const LOOK_EVERY_MS = 10;
/** No request carries it: a script for it only shows that all earlier frames were read. */
const UNUSED_NONCE = 'n00000000';

export interface UpstreamOrder {
  /** Path of the engine's binary. */
  readonly engine: string;
  /** `HOST:PORT`; port 0 chooses a free one. */
  readonly listen: string;
  /** The keys of the callers: found wherever the gateway sends them. */
  readonly secrets: readonly Secret[];
  /** When it writes an answer without a script; as the engine does by default when absent. */
  readonly clock?: UpstreamClock | undefined;
  /** How often it reports exchanges, in ms: this process then wakes up once for many. Each at once when absent. */
  readonly reportEveryMs?: number | undefined;
}

export interface UpstreamClock {
  readonly ttftMs: number;
  readonly itlMs: number;
  readonly tokens: number;
}

/**
 * The provider behind the gateway under test: `engine upstream`, which ends with this process. Times
 * are those since its origin.
 */
export class Upstream {
  /** Its base address, such as `http://127.0.0.1:9000`. */
  readonly address: string;
  /** What it has received so far. */
  readonly store: UpstreamStore;
  readonly #process: GatewayProcess;
  readonly #control: UpstreamControl;
  readonly #receiver: Receiver;

  private constructor(
    address: string,
    child: GatewayProcess,
    control: UpstreamControl,
    receiver: Receiver,
  ) {
    this.address = address;
    this.#process = child;
    this.#control = control;
    this.store = receiver.store;
    this.#receiver = receiver;
  }

  /** @throws SetupError when it cannot listen there */
  static async start(order: UpstreamOrder): Promise<Upstream> {
    const { engine, listen, secrets, clock, reportEveryMs } = order;
    const receiver = new Receiver();
    const control = await UpstreamControl.open(secrets, (frame, raw) => receiver.take(frame, raw));
    const child = new GatewayProcess(
      ['upstream', '--listen', listen, ...clockArgs(clock)],
      {
        ASSAY_UPSTREAM: control.path,
        ...(reportEveryMs !== undefined && { ASSAY_UPSTREAM_EVERY: `${reportEveryMs}ms` }),
      },
      { name: NAME, command: engine, problem: PROBLEM },
    );
    try {
      const upstream = new Upstream(await child.listening(), child, control, receiver);
      // Its first frame says where its times begin.
      await upstream.caughtUp();
      return upstream;
    } catch (error) {
      await control.close();
      await child.stop();
      throw error;
    }
  }

  /**
   * Sets what happens to the requests that carry this nonce: the nth gets the nth step, later ones the
   * last. Settles when it is in force.
   */
  async script(
    nonce: string,
    steps: readonly UpstreamStep[],
    operation?: 'video-read' | 'video-cancel',
  ): Promise<void> {
    await this.#control.script(nonce, steps, operation);
  }

  /**
   * What came with a nonce. Waits until all that has begun is over, at most this long.
   * @param withinMs 0: as it is now
   */
  async seen(nonce: string, withinMs: number): Promise<UpstreamSeen> {
    const deadlineMs = performance.now() + withinMs;
    for (;;) {
      await this.caughtUp();
      const seen = this.store.of(nonce);
      if (seen.open === 0 || performance.now() >= deadlineMs) return seen;
      await wait(LOOK_EVERY_MS);
    }
  }

  /**
   * Hands over each exchange when it is over.
   * @returns ends that
   */
  observe(observer: (exchange: UpstreamExchange) => void): () => void {
    const { observers } = this.#receiver;
    observers.add(observer);
    return () => observers.delete(observer);
  }

  /**
   * Hands over each frame about exchanges as it came. Its bytes are valid until the observer returns.
   * @returns ends that
   */
  observeFrames(observer: (frame: Frame) => void): () => void {
    const { frameObservers } = this.#receiver;
    frameObservers.add(observer);
    return () => frameObservers.delete(observer);
  }

  /** What its times become on the clock of `performance.now()` by adding; exact where both share one (Linux). */
  get shiftMs(): number {
    return this.#receiver.shiftMs;
  }

  /** The origin of its times. */
  get origin(): Origin {
    const { shiftMs, fromMachineMs } = this.#receiver;
    const originUnixMs = processStartUnixMs() + shiftMs;
    return fromMachineMs === undefined
      ? { originUnixMs }
      : { originUnixMs, originMonotonicMs: shiftMs - fromMachineMs };
  }

  /** Settles when all that it has sent so far was read. */
  async caughtUp(): Promise<void> {
    await this.#control.script(UNUSED_NONCE, []);
  }

  /** Why it is no longer there, when it ended unexpectedly, one sentence; undefined while it runs. */
  ended(): string | undefined {
    // It ends when its connection is closed: how it ended does not say why.
    const { failure } = this.#control;
    if (failure !== undefined)
      return `The connection to the upstream was closed. ${failure.message}`;
    const reason = this.#process.ended();
    return reason && `${NAME} is gone: ${reason}.`;
  }

  /** Can be called again. */
  async stop(): Promise<void> {
    await this.#control.close();
    await this.#process.stop();
  }
}

const ABOUT_EXCHANGES: ReadonlySet<UpstreamFrame['type']> = new Set<UpstreamFrame['type']>([
  'begun',
  'exchange',
  'dropped',
]);

/** Takes the frames, from the first on. */
class Receiver {
  readonly store = new UpstreamStore(LIMITS.upstreamBodies.value);
  readonly observers = new Set<(exchange: UpstreamExchange) => void>();
  readonly frameObservers = new Set<(frame: Frame) => void>();
  /** What a time of the machine's clock becomes on the clock of `performance.now()` by adding. */
  fromMachineMs: number | undefined;
  /** What a time of the upstream becomes on the clock of `performance.now()` by adding. */
  shiftMs = 0;

  take(frame: UpstreamFrame, raw: Frame): void {
    if (ABOUT_EXCHANGES.has(frame.type)) for (const observer of this.frameObservers) observer(raw);
    switch (frame.type) {
      case 'hello':
        this.#begin(frame.hello);
        return;
      case 'begun':
        this.store.begin(frame.begun);
        return;
      case 'exchange':
        this.store.end(frame.exchange);
        for (const observer of this.observers) observer(frame.exchange);
        return;
      case 'dropped':
      case 'unread':
      case 'scripted':
      case 'end':
    }
  }

  #begin({ originMonotonicMs, originUnixMs }: UpstreamHello): void {
    if (originMonotonicMs === undefined) {
      this.shiftMs = originUnixMs - processStartUnixMs();
      return;
    }
    this.fromMachineMs = fromMachineClock();
    this.shiftMs = originMonotonicMs + this.fromMachineMs;
  }
}

function clockArgs(clock: UpstreamClock | undefined): readonly string[] {
  if (clock === undefined) return [];
  const { ttftMs, itlMs, tokens } = clock;
  return ['--ttft', `${ttftMs}ms`, '--itl', `${itlMs}ms`, '--tokens', String(tokens)];
}

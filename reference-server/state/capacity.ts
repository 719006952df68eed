import { type ClientDisconnect, ClientDisconnected } from '../http/disconnect.ts';
import { Refusal } from '../http/refusal.ts';
import type { Settings } from '../settings.ts';
import { EARLY_MS, type PreciseTimer } from './precise-timer.ts';

/** A slot, held for the service time, or until `finish` if there is no service time. */
export interface Slot {
  /** The start of the generation, in ms of `performance.now()`. */
  readonly startMs: number;
  /** The result is not available before this time. */
  readonly endMs: number;
  /** The generation has ended. */
  finish(): void;
  /** The client disconnected: the slot is free at once. */
  abandon(): void;
}

type Waiter = (freeMs: number) => void;

const MAX_WAITING = 20_000;

/**
 * `slots` requests at a time, each for exactly the service time, the others wait in the order of
 * arrival: capacity = slots / service time. A slot that a timer frees late counts as free from
 * its due time on, so that timers take nothing from the capacity.
 */
export class Capacity {
  readonly #slots: number;
  readonly #serviceTimeMs: number;
  readonly #timer: PreciseTimer;
  readonly #waiting = new Set<Waiter>();
  #held = 0;

  constructor({ slots, serviceTimeMs }: Settings, timer: PreciseTimer) {
    this.#timer = timer;
    this.#slots = slots === 0 ? Number.POSITIVE_INFINITY : slots;
    this.#serviceTimeMs = serviceTimeMs;
  }

  /** Requests that hold or wait for a slot. */
  get inFlight(): number {
    return this.#held + this.#waiting.size;
  }

  /** Waits for a slot; throws `ClientDisconnected` when the client disconnects while it waits. */
  async take(disconnect: ClientDisconnect): Promise<Slot> {
    if (this.#held < this.#slots) return this.#hold(performance.now());
    if (this.#waiting.size >= MAX_WAITING) throw overloaded();
    return await new Promise((resolve, reject) => {
      const waiter: Waiter = (freeMs) => resolve(this.#hold(freeMs));
      this.#waiting.add(waiter);
      disconnect.onSignal(() => {
        if (this.#waiting.delete(waiter)) reject(new ClientDisconnected());
      });
    });
  }

  #hold(startMs: number): Slot {
    this.#held += 1;
    const timed = this.#serviceTimeMs > 0;
    const endMs = startMs + this.#serviceTimeMs;
    let timer: NodeJS.Timeout | undefined;
    let free = false;
    const release = (freeMs: number) => {
      if (free) return;
      free = true;
      clearTimeout(timer);
      this.#release(freeMs);
    };
    const expire = () => {
      if (endMs - performance.now() <= EARLY_MS) release(endMs);
      else timer = this.#timer.set(endMs, expire);
    };
    if (timed) timer = this.#timer.set(endMs, expire);
    return {
      startMs,
      endMs,
      finish: () => {
        if (!timed) release(performance.now());
      },
      abandon: () => release(performance.now()),
    };
  }

  #release(freeMs: number): void {
    this.#held -= 1;
    for (const waiter of this.#waiting) {
      this.#waiting.delete(waiter);
      waiter(freeMs);
      return;
    }
  }
}

function overloaded(): Refusal {
  return new Refusal({
    status: 503,
    type: 'server_error',
    message: 'Too many requests wait for a slot.',
    code: 'overloaded',
    headers: { 'retry-after': '1' },
  });
}

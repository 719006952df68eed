import type { ServerResponse } from 'node:http';
import type { Piece, PlannedEvent } from '../http/answer.ts';
import type { ClientDisconnect } from '../http/disconnect.ts';
import { EARLY_MS, type PreciseTimer } from '../state/precise-timer.ts';
import type { Emission } from '../state/token-clock.ts';

/** How a stream is written: hooks that a fault may replace. */
export interface StreamSteps {
  /** Writes the head of a stream. */
  startStream(response: ServerResponse, headers: Readonly<Record<string, string>>): void;
  /** The wire text of one event. */
  frame(event: PlannedEvent, place: { readonly first: boolean; readonly last: boolean }): string;
  /** The pieces that are written, in order, for some frames. */
  pack(text: string): readonly Piece[];
  /** Ends a stream with the last pieces of `pack`. */
  endStream(response: ServerResponse, pieces: readonly Piece[]): void;
}

interface StreamOptions {
  readonly response: ServerResponse;
  readonly headers: Readonly<Record<string, string>>;
  readonly events: readonly PlannedEvent[];
  readonly hooks: StreamSteps;
  readonly startMs: number;
  readonly emission: Emission;
  readonly timer: PreciseTimer;
  /** Stops the work at once. */
  readonly stop: ClientDisconnect;
  /** Called before the last event is written. */
  readonly beforeLast: () => void;
}

/**
 * Writes each event at its time on the clock; events due together are one write. An answer
 * whose client has disconnected continues silently unless it is stopped. Resolves at the end or the
 * stop.
 */
export function emit(options: StreamOptions): Promise<void> {
  return new Promise((resolve) => {
    const emitter = new Emitter(options, resolve);
    options.stop.onSignal(() => emitter.stop());
    emitter.step();
  });
}

class Emitter {
  readonly #options: StreamOptions;
  readonly #finished: () => void;
  #next = 0;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: StreamOptions, finished: () => void) {
    this.#options = options;
    this.#finished = finished;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stopped = true;
    this.#finished();
  }

  step(): void {
    if (this.#stopped) return;
    const { events, startMs, beforeLast, timer } = this.#options;
    const dueMs = performance.now() - startMs + EARLY_MS;
    let text = '';
    let tokens = 0;
    let event = events[this.#next];
    while (event !== undefined && event.dueMs <= dueMs) {
      text += this.#frame(event);
      if (event.token === true) tokens += 1;
      this.#next += 1;
      event = events[this.#next];
    }
    if (event === undefined) beforeLast();
    this.#write(text, tokens, event === undefined);
    if (event === undefined) this.#finished();
    else {
      this.#timer = timer.set(startMs + event.dueMs, () => this.step());
    }
  }

  #frame(event: PlannedEvent): string {
    const last = this.#next === this.#options.events.length - 1;
    return this.#options.hooks.frame(event, { first: this.#next === 0, last });
  }

  #write(text: string, tokens: number, last: boolean): void {
    const { response, headers, emission, hooks } = this.#options;
    if (response.destroyed || (text === '' && !last)) return;
    if (!response.headersSent) hooks.startStream(response, headers);
    const pieces = hooks.pack(text);
    const nowMs = performance.now();
    for (let count = 0; count < tokens; count += 1) emission.emittedMs.push(nowMs);
    if (last) hooks.endStream(response, pieces);
    else for (const piece of pieces) response.write(piece);
  }
}

import type { Gateway } from '../gateway.ts';
import { type Answer, type PlannedEvent, type Result, writeText } from '../http/answer.ts';
import type { ClientDisconnect } from '../http/disconnect.ts';
import type { PostOperation } from '../routes.ts';
import { EARLY_MS } from '../state/precise-timer.ts';
import type { Emission } from '../state/token-clock.ts';
import type { RequestContext } from './handler.ts';

/** Sends an answer in one body, unless the client has disconnected. */
export async function respond(
  { hooks }: Gateway,
  { response, answerContext }: Pick<RequestContext, 'response' | 'answerContext'>,
  answer: Answer,
): Promise<void> {
  const wireAnswer = hooks.encode(await hooks.answer(answer, answerContext), answerContext);
  if (!response.destroyed) hooks.send(response, wireAnswer);
}

interface StreamDelivery {
  readonly operation: PostOperation;
  readonly result: Result & { form: 'stream' };
  readonly startMs: number;
  /** Stops the work at once. */
  readonly stop: ClientDisconnect;
  /** Called before the last event is written. */
  readonly beforeLast: () => void;
}

/**
 * Sends a stream at the token clock: each event at its time, those due together in one write. An answer
 * whose client has disconnected continues silently unless it is stopped. Resolves at the end or the
 * stop.
 */
export function stream(
  gateway: Gateway,
  requestContext: RequestContext,
  delivery: StreamDelivery,
): Promise<void> {
  return new Promise((resolve) => {
    const emitter = new Emitter(gateway, requestContext, delivery, resolve);
    delivery.stop.onSignal(() => emitter.stop());
    emitter.step();
  });
}

class Emitter {
  readonly #gateway: Gateway;
  readonly #response: RequestContext['response'];
  readonly #delivery: StreamDelivery;
  readonly #finished: () => void;
  readonly #events: readonly PlannedEvent[];
  readonly #emission: Emission;
  readonly #headers: Readonly<Record<string, string>>;
  #next = 0;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(
    gateway: Gateway,
    { response, receivedMs }: RequestContext,
    delivery: StreamDelivery,
    finished: () => void,
  ) {
    this.#gateway = gateway;
    this.#response = response;
    this.#delivery = delivery;
    this.#finished = finished;
    this.#events = delivery.result.plan();
    this.#emission = gateway.clock.start(delivery.result.id, receivedMs);
    this.#headers = gateway.hooks.streamHeaders(delivery.operation);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stopped = true;
    this.#finished();
  }

  step(): void {
    if (this.#stopped) return;
    const { startMs, beforeLast } = this.#delivery;
    const dueMs = performance.now() - startMs + EARLY_MS;
    let text = '';
    let tokens = 0;
    let event = this.#events[this.#next];
    while (event !== undefined && event.dueMs <= dueMs) {
      text += this.#frame(event);
      if (event.token === true) tokens += 1;
      this.#next += 1;
      event = this.#events[this.#next];
    }
    if (event === undefined) beforeLast();
    this.#write(text, tokens, event === undefined);
    if (event === undefined) this.#finished();
    else this.#timer = this.#gateway.timer.set(startMs + event.dueMs, () => this.step());
  }

  #frame(event: PlannedEvent): string {
    const last = this.#next === this.#events.length - 1;
    return this.#gateway.hooks.frame(event, { first: this.#next === 0, last });
  }

  #write(text: string, tokens: number, last: boolean): void {
    const { hooks } = this.#gateway;
    if (this.#response.destroyed || (text === '' && !last)) return;
    const nowMs = performance.now();
    for (let count = 0; count < tokens; count += 1) this.#emission.emittedMs.push(nowMs);
    writeText(this.#response, hooks, { headers: this.#headers, text, last });
  }
}

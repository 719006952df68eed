import type { ServerResponse } from 'node:http';
import { DONE, type PlannedEvent, type StreamSteps, writeText } from '../http/answer.ts';
import { parseObject } from '../http/json.ts';
import type { DelayLine } from './delay-line.ts';
import type { EventSink } from './relay-steps.ts';

interface WriterOptions {
  readonly response: ServerResponse;
  readonly headers: Readonly<Record<string, string>>;
  readonly hooks: StreamSteps;
  readonly line: DelayLine;
  /** Keeps the events for a replay. */
  readonly keeps: boolean;
  /** The last event is written. */
  readonly onEnd: () => void;
}

/** An event as text: a stored stream costs no more than its JSON. */
interface KeptEvent {
  readonly name: string | undefined;
  readonly data: string;
}

/** Writes the events of one relayed stream: those of one read of the provider are one write. */
export class EventWriter implements EventSink {
  readonly #options: WriterOptions;
  readonly #kept: KeptEvent[] = [];
  #waiting: PlannedEvent[] = [];
  #isScheduled = false;
  #isFirst = true;
  keptBytes = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  event(event: PlannedEvent): void {
    this.#waiting.push(event);
    if (this.#options.keeps) this.#keep(event);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (this.#waiting.length > 0) this.#flush(false);
    });
  }

  end(): void {
    this.#flush(true);
  }

  /** All events again, due at once. */
  replay(): readonly PlannedEvent[] {
    return this.#kept.map(({ name, data }) => {
      return { name, data: data === DONE ? DONE : parseObject(Buffer.from(data)), dueMs: 0 };
    });
  }

  #keep({ name, data }: PlannedEvent): void {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    this.#kept.push({ name, data: text });
    this.keptBytes += text.length;
  }

  #flush(isEnd: boolean): void {
    const { hooks, line } = this.#options;
    const events = this.#waiting;
    this.#waiting = [];
    const texts = events.map((event, at) => {
      const place = { first: this.#isFirst, last: isEnd && at === events.length - 1 };
      this.#isFirst = false;
      return hooks.frame(event, place);
    });
    line.push(() => this.#write(texts.join(''), isEnd));
  }

  #write(text: string, isEnd: boolean): void {
    const { response, headers, hooks, onEnd } = this.#options;
    if (!response.destroyed) writeText(response, hooks, { headers, text, last: isEnd });
    if (isEnd) onEnd();
  }
}

/** One event of the provider's stream, as WHATWG HTML §9.2.6 reads it. */
export interface ProviderEvent {
  /** The `event:` line; undefined when there is none. */
  readonly name: string | undefined;
  /** The `data:` lines, joined with LF. */
  readonly data: string;
}

/** The text of an event stream, in pieces of any size. */
export interface EventReader {
  /** The events that a piece completes. Throws `OversizeEvent`. */
  read(text: string): readonly ProviderEvent[];
}

const MOST_CHARACTERS = 16 * 1024 * 1024;

/** One event, or one line, is larger than any that a provider sends. */
export class OversizeEvent extends Error {
  override name = 'OversizeEvent' as const;
}

/** Reads comments, all line ends and several `data:` lines; keeps no more than one event. */
export class SseReader implements EventReader {
  #rest = '';
  /** The last piece ended with CR: an LF that follows belongs to it. */
  #afterCr = false;
  #name: string | undefined;
  #data: string[] = [];
  #dataLength = 0;

  read(text: string): readonly ProviderEvent[] {
    const events: ProviderEvent[] = [];
    const [first = '', ...others] = text
      .slice(this.#afterCr && text.startsWith('\n') ? 1 : 0)
      .split(/\r\n|\n|\r/);
    if (text !== '') this.#afterCr = text.endsWith('\r');
    this.#rest += first;
    for (const next of others) {
      this.#line(this.#rest, events);
      this.#rest = next;
    }
    if (this.#rest.length + this.#dataLength > MOST_CHARACTERS) throw new OversizeEvent();
    return events;
  }

  #line(line: string, events: ProviderEvent[]): void {
    if (line === '') {
      if (this.#data.length > 0) events.push({ name: this.#name, data: this.#data.join('\n') });
      this.#name = undefined;
      this.#data = [];
      this.#dataLength = 0;
      return;
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?)?([\s\S]*)$/.exec(line) ?? [];
    if (field === 'event') this.#name = value === '' ? undefined : value;
    if (field !== 'data') return;
    this.#data.push(value);
    this.#dataLength += value.length;
  }
}

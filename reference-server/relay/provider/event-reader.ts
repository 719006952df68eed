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
  #pieces: string[] = [];
  #kept = 0;
  /** The last piece ended with CR: an LF that follows belongs to it. */
  #afterCr = false;
  #name: string | undefined;
  #data: string[] = [];
  #dataLength = 0;

  read(text: string): readonly ProviderEvent[] {
    const events: ProviderEvent[] = [];
    let start = this.#afterCr && text.startsWith('\n') ? 1 : 0;
    if (text !== '') this.#afterCr = false;
    let lf = text.indexOf('\n', start);
    let cr = text.indexOf('\r', start);
    while (lf !== -1 || cr !== -1) {
      const end = cr === -1 || (lf !== -1 && lf < cr) ? lf : cr;
      this.#pieces.push(text.slice(start, end));
      this.#line(this.#takeLine(), events);
      start = end + (end === cr && lf === cr + 1 ? 2 : 1);
      this.#afterCr = end === cr && start === text.length && lf !== cr + 1;
      if (lf !== -1 && lf < start) lf = text.indexOf('\n', start);
      if (cr !== -1 && cr < start) cr = text.indexOf('\r', start);
    }
    this.#keep(text.slice(start));
    return events;
  }

  #keep(rest: string): void {
    if (rest === '') return;
    this.#pieces.push(rest);
    this.#kept += rest.length;
    if (this.#kept + this.#dataLength > MOST_CHARACTERS) throw new OversizeEvent();
  }

  #takeLine(): string {
    const line = this.#pieces.length === 1 ? (this.#pieces[0] ?? '') : this.#pieces.join('');
    this.#pieces = [];
    this.#kept = 0;
    return line;
  }

  #line(line: string, events: ProviderEvent[]): void {
    if (line === '') {
      if (this.#data.length > 0) events.push({ name: this.#name, data: this.#data.join('\n') });
      this.#name = undefined;
      this.#data = [];
      this.#dataLength = 0;
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'event') this.#name = value === '' ? undefined : value;
    if (field !== 'data') return;
    this.#data.push(value);
    this.#dataLength += value.length;
    if (this.#dataLength > MOST_CHARACTERS) throw new OversizeEvent();
  }
}

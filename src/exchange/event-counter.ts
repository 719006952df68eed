const LF = 0x0a;
const CR = 0x0d;
const FIELD = /^data(:|$)/;
/** The characters of a line that identify a data field, after a byte order mark. */
const LINE_KEPT = 8;

/**
 * Counts the events of a stream while it comes in, so that a sender can disconnect after some of
 * them. Agrees with `decodeEventStream`, however the stream is split into reads.
 */
export class EventCounter {
  count = 0;
  #line = '';
  #first = true;
  #hasData = false;
  #afterCr = false;

  take(chunk: Uint8Array): void {
    for (const byte of chunk) {
      const ends = byte === CR || (byte === LF && !this.#afterCr);
      if (ends) this.#endLine();
      else if (byte !== LF && this.#line.length < LINE_KEPT) {
        this.#line += String.fromCharCode(byte);
      }
      this.#afterCr = byte === CR;
    }
  }

  #endLine(): void {
    const line = this.#first ? this.#line.replace(/^\u00ef\u00bb\u00bf/, '') : this.#line;
    this.#first = false;
    this.#line = '';
    if (FIELD.test(line)) this.#hasData = true;
    if (line !== '') return;
    if (this.#hasData) this.count += 1;
    this.#hasData = false;
  }
}

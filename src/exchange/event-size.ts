import { LIMITS } from '../input/limits.ts';

/** Two line ends in succession, of whatever kind: one at least ends every event. */
export const EMPTY_LINES = ['\n\n', '\n\r', '\r\r'];

/** Measures the last event of a stream while it comes in, so that no more is received of a large one. */
export class EventSize {
  #bytes = 0;
  #lastCharacter = '';

  /** Takes a piece of the stream, and returns whether the event that it ends with exceeds its limit. */
  exceedsWith(piece: Uint8Array): boolean {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const end = this.#lastEnd(bytes);
    this.#bytes = end === undefined ? this.#bytes + bytes.length : bytes.length - end;
    this.#lastCharacter = bytes.toString('latin1', bytes.length - 1);
    return this.#bytes > LIMITS.eventBytes.value;
  }

  /** Where the last event that is complete ends; undefined for none. */
  #lastEnd(bytes: Buffer): number | undefined {
    const at = Math.max(...EMPTY_LINES.map((line) => bytes.lastIndexOf(line)));
    if (at !== -1) return at + 2;
    const across = this.#lastCharacter + bytes.toString('latin1', 0, 1);
    return EMPTY_LINES.includes(across) ? 1 : undefined;
  }
}

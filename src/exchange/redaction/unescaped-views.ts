import { EscapeReader } from './escapes.ts';

/** A text made from a larger one, such as one without escapes. Valid until the next one is made. */
export interface View {
  readonly bytes: Uint8Array;
  readonly length: number;
  /** Where each byte comes from in the larger text, and last where the view ends there. */
  readonly origins: Int32Array;
}

const PIECE_BYTES = 64 * 1024;
/** How much longer a run can be than what it stands for, because of escapes within escapes. */
const LONGER = 8;

/**
 * The surroundings of the escapes in a text, each escape replaced by what it stands for. What is
 * further than `reach` bytes from an escape is omitted: it is the same in the text itself.
 * @param reach no run that is searched for is longer
 * @returns views that overlap, so that each run with an escape in it is complete in one of them
 */
export function* unescapedViews(text: Uint8Array, length: number, reach: number): Generator<View> {
  const escapes = new EscapeReader(text, length);
  let found = escapes.next(0);
  if (found === length) return;
  let from = Math.max(0, found - reach);
  const size = Math.min(Math.max(PIECE_BYTES, 2 * LONGER * reach), length - from);
  const bytes = new Uint8Array(size);
  const origins = new Int32Array(size + 1);
  while (found < length) {
    let count = 0;
    let at = from;
    let sinceEscape = from - found;
    while (at < length && count < size && sinceEscape <= reach) {
      const end = escapes.read(at);
      const isEscape = end > at;
      bytes[count] = isEscape ? escapes.code : (text[at] ?? 0);
      origins[count] = at;
      sinceEscape = isEscape && !escapes.isQuote ? 0 : sinceEscape + 1;
      at = isEscape ? end : at + 1;
      count += 1;
    }
    origins[count] = at;
    yield { bytes, length: count, origins };
    const isFull = count === size;
    const resumed = isFull ? (origins[count - LONGER * reach] ?? 0) : at - reach;
    if (at === length) return;
    found = escapes.next(resumed);
    from = Math.max(resumed, found - reach);
  }
}

import { type Digits, EscapeReader } from './escapes.ts';

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
const OTHER_WAYS: readonly Digits[] = ['octal', 'CSS'];

/** A text without escapes, and how it was read. */
export interface UnescapedView extends View {
  readonly digits: Digits;
}

/**
 * The surroundings of the escapes in a text, each escape replaced by what it stands for. What is
 * further than `reach` bytes from an escape is omitted: it is the same in the text itself. What may
 * be an escape or ordinary text is read in each way, one after the other: none hides a key that
 * another one shows. Within a view that was not read as text, there is no such choice: this limits
 * the work for a text that is made to be slow.
 * @param reach no run that is searched for is longer
 * @param readAs how the text itself was read, if it is a view of another text
 * @returns views that overlap, so that each run with an escape in it is complete in one of them
 */
export function* unescapedViews(
  text: Uint8Array,
  length: number,
  reach: number,
  readAs: Digits,
): Generator<UnescapedView> {
  const escapes = new EscapeReader(text, length);
  for (const view of viewsOf(escapes, text, length, reach)) yield { ...view, digits: readAs };
  if (!escapes.isAmbiguous || readAs !== 'text') return;
  for (const digits of OTHER_WAYS) {
    const reader = new EscapeReader(text, length, digits);
    for (const view of viewsOf(reader, text, length, reach)) yield { ...view, digits };
  }
}

function* viewsOf(
  escapes: EscapeReader,
  text: Uint8Array,
  length: number,
  reach: number,
): Generator<View> {
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
      if (!isEscape || !escapes.isNothing) count += 1;
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

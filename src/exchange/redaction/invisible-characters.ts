/** First and last code of the characters that a reader does not see, such as U+200B. */
const INVISIBLE: readonly (readonly [first: number, last: number])[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

/** Whether the code is that of a character that Unicode calls default-ignorable, or an annotation. */
export function isInvisible(code: number): boolean {
  for (const [first, last] of INVISIBLE) if (code <= last) return code >= first;
  return false;
}

/** The first two bytes of these characters in UTF-8. */
export const INVISIBLE_STARTS: readonly (readonly [first: number, second: number])[] =
  INVISIBLE.flatMap(([first, last]) => {
    const starts: [number, number][] = [];
    // The last byte, which has 6 bits, is not one of these in characters of three bytes or more.
    for (let code = first; code <= last; code = (code | 0x3f) + 1) {
      const [one = 0, two = 0] = Buffer.from(String.fromCodePoint(code));
      starts.push([one, two]);
    }
    return starts;
  });

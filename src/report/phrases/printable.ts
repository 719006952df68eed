/**
 * Control characters but tab and line feed, what reorders or breaks lines (bidi controls, LS,
 * PS), byte order marks and non-characters: all that a terminal, an XML parser or a browser
 * would act on. Also what a reader does not see, except the characters that emoji and scripts are
 * joined and varied with (ZWJ, ZWNJ, variation selectors).
 */
const UNPRINTABLE =
  /(?![\t\n]|\u200c|\u200d|\p{Variation_Selector})[\p{Control}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;
const PICTURES = 0x2400;
const PICTURE_OF_DELETE = '\u2421';

/**
 * Text from a gateway made safe to show: control characters become visible pictures (`␛`) or
 * `⟨U+009B⟩`, half surrogates U+FFFD. Tabs and line feeds stay.
 */
export function printable(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, picture);
}

function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(PICTURES + code);
  if (code === 0x7f) return PICTURE_OF_DELETE;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/**
 * A value as JSON that a terminal can show: what `printable` replaces is escaped, and a parser reads
 * the same text. Half surrogates become U+FFFD, which some parsers refuse even escaped.
 */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, wellFormed, indent).replace(UNPRINTABLE, escaped);
}

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/** One escape for each half of a surrogate pair. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}

/** At most `maximum` characters of a text, with a note of how many there were. */
export function cut(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const kept = text.slice(0, maximum).replace(/[\ud800-\udbff]$/, '');
  return `${kept}… (${text.length} characters in all)`;
}

/** As `cut`, and printable. */
export function clip(text: string, maximum: number): string {
  return printable(cut(text, maximum));
}

/** At most `maximum` characters of a text without its middle, where a message repeats its input. */
export function withoutMiddle(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const half = Math.floor(maximum / 2);
  const left = text.length - 2 * half;
  return `${text.slice(0, half)}… (${left} characters omitted) …${text.slice(-half)}`;
}

/** As `clip`, on one line: line feeds and tabs become visible too. */
export function clipLine(text: string, maximum: number): string {
  return clip(text, maximum).replaceAll('\n', '␊').replaceAll('\t', '␉');
}

/** Longest form of a value that a finding keeps. */
const ACTUAL_CHARACTERS = 2000;

/** What a rule saw, as text of bounded length: a string as it is, anything else as JSON. */
export function printActual(value: unknown): string {
  if (value === undefined) return 'nothing';
  return cut(typeof value === 'string' ? value : asJson(value), ACTUAL_CHARACTERS);
}

function asJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch (error) {
    return error instanceof RangeError ? 'a value nested too deep to show' : String(value);
  }
}

import { expect, test } from 'vitest';
import { markup, verbatim } from '../../../src/report/phrases/markup.ts';
import {
  clip,
  clipLine,
  cut,
  printActual,
  printable,
  safeJson,
  withoutMiddle,
} from '../../../src/report/phrases/printable.ts';

test.each([
  ['escape', '\u{1b}[2J', '␛[2J'],
  ['NUL', 'a\0b', 'a␀b'],
  ['delete', '\u{7f}', '␡'],
  ['a C1 control', '\u{9b}31m', '⟨U+009B⟩31m'],
  ['carriage return', 'a\r\n', 'a␍\n'],
  ['a bidi override', '\u{202e}txt', '⟨U+202E⟩txt'],
  ['a line separator', 'a\u{2028}b', 'a⟨U+2028⟩b'],
  ['a byte order mark', '\u{feff}a', '⟨U+FEFF⟩a'],
  ['a non-character', '\u{ffff}\u{1ffff}', '⟨U+FFFF⟩⟨U+1FFFF⟩'],
  ['a zero-width space', 'a\u{200b}b', 'a⟨U+200B⟩b'],
  ['a soft hyphen', 'a\u{ad}b', 'a⟨U+00AD⟩b'],
  ['a tag character', 'a\u{e0041}b', 'a⟨U+E0041⟩b'],
  ['an emoji of several characters', '👩\u{200d}💻❤\u{fe0f}', '👩\u{200d}💻❤\u{fe0f}'],
  ['a word with a joiner', 'می\u{200c}خواهم', 'می\u{200c}خواهم'],
  ['a variant of an ideograph', '葛\u{e0100}', '葛\u{e0100}'],
  ['half a surrogate pair', 'a\u{d800}b', 'a\u{fffd}b'],
  ['tab and line feed', 'a\tb\n', 'a\tb\n'],
  ['letters of any script', 'é漢🙂', 'é漢🙂'],
])('printable: %s is shown, not executed', (_what, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('cut: a text is cut between characters, with its length', () => {
  expect(cut('abc', 3)).toBe('abc');
  expect(cut('abcd', 3)).toBe('abc… (4 characters in all)');
  expect(cut('ab🙂d', 3)).toBe('ab… (5 characters in all)');
});

test('clip: a megabyte is cut before it is searched', () => {
  expect(clip('\u{1b}'.repeat(1_000_000), 2)).toBe('␛␛… (1000000 characters in all)');
});

test('clipLine: line feeds and tabs are shown as symbols', () => {
  expect(clipLine('a\n\tb', 10)).toBe('a␊␉b');
});

test.each([
  ['C1 controls', 'a\u{9b}31m\u{7f}', '"a\\u009b31m\\u007f"'],
  ['bidi controls', '\u{202e}x\u{2066}', '"\\u202ex\\u2066"'],
  ['invisible characters', 'a\u{200b}\u{e0041}', '"a\\u200b\\udb40\\udc41"'],
  ['a non-character beyond 16 bits', '\u{1ffff}', '"\\ud83f\\udfff"'],
  ['C0 controls', '\u{1b}\n', '"\\u001b\\n"'],
  ['letters of any script, which stay as they are', 'é漢🙂', '"é漢🙂"'],
])('safeJson: %s are escaped, and a parser reads them back', (_what, text, json) => {
  expect(safeJson(text)).toBe(json);
  expect(JSON.parse(safeJson({ [text]: text }))).toEqual({ [text]: text });
});

test('withoutMiddle: the start and the end of a long text are kept', () => {
  expect(withoutMiddle(`Unknown: ${'x'.repeat(100_000)}. Remove it.`, 40)).toBe(
    'Unknown: xxxxxxxxxxx… (99981 characters omitted) …xxxxxxxx. Remove it.',
  );
  expect(withoutMiddle('abcd', 4)).toBe('abcd');
});

const circular: unknown[] = [];
circular.push(circular);

test.each([
  ['a string is as it is', 'a "b"', 'a "b"'],
  ['an object is JSON', { a: [1, null] }, '{"a":[1,null]}'],
  ['undefined is nothing', undefined, 'nothing'],
  ['null is null', null, 'null'],
  ['a big integer is its digits', 12n, '12'],
  ['what cannot be JSON is still a text', circular, ''],
  ['a function is its source', Math.max, 'function max() { [native code] }'],
])('printActual: %s', (_what, value, text) => {
  expect(printActual(value)).toBe(text);
});

test('printActual: a long value is cut', () => {
  expect(printActual('x'.repeat(1_000_000)).length).toBeLessThan(2100);
});

test('markup: inserts are escaped and made printable, markup is not', () => {
  const item = markup`<li title="${'"\'&'}">${'<b>\u{1b}'}</li>`;
  expect(item.text).toBe('<li title="&quot;&#39;&amp;">&lt;b&gt;␛</li>');
  expect(markup`<ul>${[item, verbatim('<hr>')]}</ul>`.text).toBe(`<ul>${item.text}<hr></ul>`);
});

test('markup: false and undefined leave nothing, zero does', () => {
  expect(markup`a${false}${undefined}${null}${0}b`.text).toBe('a0b');
});

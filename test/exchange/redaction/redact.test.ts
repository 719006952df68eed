import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Redactor, runSecrets } from '../../../src/exchange/redaction/redact.ts';

const REST = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const FIRST = `assay_live_${REST}`;
const SECOND = 'assay_live_zYxWvUtSrQpOnMlKjIhGfEdCbA987654';
const redactor = new Redactor(runSecrets(FIRST, SECOND));

describe('redaction', () => {
  test('a body without a key is passed on as it is', () => {
    const body = Buffer.from('{"a":1}');
    const reads = [{ endOffset: 7, atMs: 1 }];
    const passed = redactor.body(body, reads);
    expect(passed.body).toBe(body);
    expect(passed.reads).toBe(reads);
  });

  test('a key whose parts have few different characters is found only as a whole', () => {
    const dull = new Redactor(runSecrets(`x_live_${'0'.repeat(32)}`));
    expect(dull.text(`x_live_${'0'.repeat(32)}`)).toBe('[API key 1]');
    expect(dull.text('0'.repeat(40))).toBe('0'.repeat(40));
  });

  test('a key of less than 8 characters is not looked for', () => {
    expect(new Redactor(runSecrets('test')).text('a test')).toBe('a test');
  });

  test('header names and values are marked', () => {
    expect(
      redactor.headers([
        ['x-key', FIRST],
        [FIRST, 'y'],
      ]),
    ).toEqual([
      ['x-key', '[API key 1]'],
      ['[API key 1]', 'y'],
    ]);
  });

  test('a credential that one request carried is marked as such', () => {
    const tried = 'assay_live_00112233445566778899aabbccddeeff';
    const knowing = redactor.knowing({ name: 'sent credential', value: tried });
    expect(knowing.text(`${tried} ${FIRST}`)).toBe('[sent credential] [API key 1]');
    expect(redactor.knowing({ name: 'sent credential', value: FIRST })).toBe(redactor);
  });
});

test('redaction: reads end where the same text ends, and a cut key comes with the later read', () => {
  const text = `ab${FIRST}cd`;
  const keyEnd = 2 + FIRST.length;
  const { body, reads } = redactor.body(Buffer.from(text), [
    { endOffset: 1, atMs: 1 },
    { endOffset: 2, atMs: 2 },
    { endOffset: 10, atMs: 3 },
    { endOffset: keyEnd, atMs: 4 },
    { endOffset: keyEnd + 2, atMs: 5 },
  ]);
  expect(Buffer.from(body).toString()).toBe('ab[API key 1]cd');
  expect(reads).toEqual([
    { endOffset: 1, atMs: 1 },
    { endOffset: 2, atMs: 2 },
    { endOffset: 2, atMs: 3 },
    { endOffset: 13, atMs: 4 },
    { endOffset: 15, atMs: 5 },
  ]);
});

test.each([
  ['as it is', FIRST],
  ['escaped', `\\u0061${FIRST.slice(1)}`],
  ['in pieces', `data: {"a":"${FIRST.slice(0, 20)}"}\ndata: {"a":"${FIRST.slice(20)}"}\n`],
])('redaction: a body that is full of a key is replaced as a whole: %s', (_, text) => {
  const full = Buffer.from(text.repeat(1 + 2 ** 14));
  const { body, reads } = redactor.body(full, [
    { endOffset: 1, atMs: 1 },
    { endOffset: full.length, atMs: 2 },
  ]);
  expect(Buffer.from(body).toString()).toMatch(/^\[(part of )?API key 1\]$/);
  expect(reads).toEqual([
    { endOffset: 0, atMs: 1 },
    { endOffset: body.length, atMs: 2 },
  ]);
});

test('redaction: no 12 characters of a key survive, in any text and with any cuts', () => {
  const secretPart = fc
    .tuple(fc.nat(REST.length - 12), fc.nat(REST.length))
    .map(([from, length]) => REST.slice(from, from + 12 + length));
  const noise = fc.string({
    unit: fc.constantFrom('0', 'f', '1', 'e', '_', 'é', '"'),
    maxLength: 9,
  });
  fc.assert(
    fc.property(fc.array(fc.oneof(secretPart, fc.constant(FIRST), noise)), (pieces) => {
      const body = Buffer.from(pieces.join(''));
      const cuts = [...body.keys()].map((index) => ({ endOffset: index + 1, atMs: index }));
      const redacted = redactor.body(body, cuts);
      const left = Buffer.from(redacted.body).toString();
      for (let at = 0; at + 12 <= REST.length; at += 1) {
        expect(left).not.toContain(REST.slice(at, at + 12));
      }
      const ends = redacted.reads.map(({ endOffset }) => endOffset);
      expect(ends).toEqual(ends.toSorted((a, b) => a - b));
      expect(ends.at(-1) ?? 0).toBe(redacted.body.length);
    }),
    { numRuns: 500 },
  );
});

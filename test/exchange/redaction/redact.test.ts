import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Redactor, runSecrets } from '../../../src/exchange/redaction/redact.ts';

/** Shared with the tests of the engine, which finds those of `texts`. */
const FORMS = new URL('../../../engine/redact/testdata/key-forms.json', import.meta.url);

const FoundSchema = z.record(z.string(), z.tuple([z.string(), z.string()]));
const { keys, texts, encoded, kept } = z
  .object({
    keys: z.object({ 'API key 1': z.string(), 'API key 2': z.string() }),
    texts: FoundSchema,
    encoded: FoundSchema,
    kept: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync(FORMS, 'utf8')));
const KEY = keys['API key 1'];
const redactor = new Redactor(runSecrets(KEY, keys['API key 2']));

describe('redaction of a text', () => {
  test.each(Object.entries({ ...texts, ...encoded }))('%s is found', (_, [text, want]) => {
    expect(redactor.text(text)).toBe(want);
    expect(redactor.contains(text)).toBe(true);
  });

  test.each(Object.entries(kept))('%s stays', (_, text) => {
    expect(redactor.text(text)).toBe(text);
    expect(redactor.contains(text)).toBe(false);
  });

  test('a key whose parts have few different characters is found only as a whole', () => {
    const dull = new Redactor(runSecrets(`x_live_${'0'.repeat(32)}`));
    expect(dull.text(`x_live_${'0'.repeat(32)}`)).toBe('[API key 1]');
    expect(dull.text('0'.repeat(40))).toBe('0'.repeat(40));
  });

  test('a key of less than 8 characters is not looked for', () => {
    expect(new Redactor(runSecrets('test')).text('a test')).toBe('a test');
  });

  test('a credential that one request carried is marked as such', () => {
    const tried = 'assay_live_00112233445566778899aabbccddeeff';
    const knowing = redactor.knowing({ name: 'sent credential', value: tried });
    expect(knowing.text(`${tried} ${KEY}`)).toBe('[sent credential] [API key 1]');
    expect(redactor.knowing({ name: 'sent credential', value: KEY })).toBe(redactor);
  });
});

type Line = (piece: string) => string;

const content: Line = (piece) =>
  `data: {"id":"c1","choices":[{"index":0,"delta":{"content":${JSON.stringify(piece)}}}]}\n\n`;
const PART = '[part of API key 1]';

describe('redaction of an event stream: a key is found', () => {
  test.each<[name: string, line: Line, size: number]>([
    ['in deltas', content, 5],
    ['in deltas of one character', content, 1],
    ['in the deltas of one of two choices', (piece) => content('-') + second(piece), 4],
    ['in two choices of one event', (piece) => both('-', piece), 4],
    ['in the arguments of a tool call', callOf, 3],
    ['in deltas of the Responses API', responseOf, 6],
    ['in data that is not JSON', (piece) => `data: ${piece}\n\n`, 4],
    ['in lines that end with CR', (piece) => content(piece).replaceAll('\n', '\r'), 4],
  ])('%s', (_, line, size) => {
    const pieces = KEY.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
    const ends = [line('so it is '), line(' .')] as const;
    const [body, want] = [pieces, pieces.map(() => PART)].map((each) =>
      [ends[0], ...each.map(line), ends[1]].join(''),
    );
    expect(redactor.text(body ?? '')).toBe(want);
  });

  test('in upper case, percent-encoded, and with other text before and after it', () => {
    const [first, last] = [KEY.slice(0, 9).toUpperCase(), KEY.slice(9).replaceAll('Z', '%5A')];
    expect(redactor.text(content(`a ${first}`) + content(`${last} z`))).toBe(
      content(`a ${PART}`) + content(`${PART} z`),
    );
  });

  test('only where its pieces are at the same place', () => {
    const stream = content(KEY.slice(0, 11)) + callOf(KEY.slice(11, 20)) + second(KEY.slice(20));
    expect(redactor.text(stream)).toBe(stream);
  });
});

function second(piece: string): string {
  return content(piece).replace('"index":0', '"index":1');
}

function both(first: string, other: string): string {
  const choices = [first, other].map((text, index) => ({ index, delta: { content: text } }));
  return `data: ${JSON.stringify({ choices })}\n\n`;
}

function callOf(piece: string): string {
  const delta = { tool_calls: [{ index: 0, function: { arguments: piece } }] };
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
}

function responseOf(piece: string): string {
  const data = { type: 'response.output_text.delta', output_index: 0, content_index: 0 };
  return `event: ${data.type}\ndata: ${JSON.stringify({ ...data, delta: piece })}\n\n`;
}

describe('redaction of a body', () => {
  test('it is passed on as it is without a key', () => {
    const body = Buffer.from('{"a":1}');
    const reads = [{ endOffset: 7, atMs: 1 }];
    expect(redactor.body(body, reads)).toEqual({ body, reads });
    expect(redactor.body(body, reads).body).toBe(body);
  });

  test('reads end where the same text ends, and a cut key comes with the later read', () => {
    const keyEnd = 2 + KEY.length;
    const ends = [1, 2, 10, keyEnd, keyEnd + 2];
    const reads = ends.map((endOffset, atMs) => ({ endOffset, atMs }));
    const redacted = redactor.body(Buffer.from(`ab${KEY}cd`), reads);
    expect(Buffer.from(redacted.body).toString()).toBe('ab[API key 1]cd');
    expect(redacted.reads).toEqual(
      [1, 2, 2, 13, 15].map((endOffset, atMs) => ({ endOffset, atMs })),
    );
  });

  test.each([
    ['as it is', KEY, '[API key 1]'],
    ['in pieces', content(KEY.slice(0, 11)) + content(KEY.slice(11, 22)), PART],
  ])('one that is full of a key is replaced as a whole: %s', (_, text, want) => {
    const full = Buffer.from(text.repeat(1 + 2 ** 14));
    const { body, reads } = redactor.body(full, [{ endOffset: full.length, atMs: 2 }]);
    expect(Buffer.from(body).toString()).toBe(want);
    expect(reads).toEqual([{ endOffset: body.length, atMs: 2 }]);
  });
});

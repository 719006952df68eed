import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  containsMarker,
  keyTemplate,
  templatePieces,
} from '../../../src/exchange/redaction/key-template.ts';
import { Redactor, runSecrets } from '../../../src/exchange/redaction/redact.ts';
import { redactModel } from '../../../src/exchange/redaction/redact-model.ts';
import { CANARY_KEYS } from '../../support/canary/canary-secrets.ts';
import { echoingJson, echoingStream } from '../../support/canary/echoed-answers.ts';
import { SecretFinder } from '../../support/canary/find-secrets.ts';
import { KEY_FORMS } from '../../support/canary/key-forms.ts';

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

const contentLine: Line = (piece) =>
  `data: {"id":"c1","choices":[{"index":0,"delta":{"content":${JSON.stringify(piece)}}}]}\n\n`;
const PART = '[part of API key 1]';

describe('redaction of an event stream: a key is found', () => {
  test.each<[name: string, line: Line, size: number]>([
    ['in deltas', contentLine, 5],
    ['in deltas of one character', contentLine, 1],
    ['in the deltas of one of two choices', (piece) => contentLine('-') + second(piece), 4],
    ['in two choices of one event', (piece) => both('-', piece), 4],
    ['in the arguments of a tool call', callOf, 3],
    ['in deltas of the Responses API', responseOf, 6],
    ['in data that is not JSON', (piece) => `data: ${piece}\n\n`, 4],
    ['in lines that end with CR', (piece) => contentLine(piece).replaceAll('\n', '\r'), 4],
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
    expect(redactor.text(contentLine(`a ${first}`) + contentLine(`${last} z`))).toBe(
      contentLine(`a ${PART}`) + contentLine(`${PART} z`),
    );
  });

  test('only where its pieces are at the same place', () => {
    const stream =
      contentLine(KEY.slice(0, 11)) + callOf(KEY.slice(11, 20)) + second(KEY.slice(20));
    expect(redactor.text(stream)).toBe(stream);
  });
});

function second(piece: string): string {
  return contentLine(piece).replace('"index":0', '"index":1');
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
    ['in pieces', contentLine(KEY.slice(0, 11)) + contentLine(KEY.slice(11, 22)), PART],
  ])('one that is full of a key is replaced as a whole: %s', (_, text, want) => {
    const full = Buffer.from(text.repeat(1 + 2 ** 14));
    const { body, reads } = redactor.body(full, [{ endOffset: full.length, atMs: 2 }]);
    expect(Buffer.from(body).toString()).toBe(want);
    expect(reads).toEqual([{ endOffset: body.length, atMs: 2 }]);
  });
});

const [CANARY_KEY, OTHER] = CANARY_KEYS;
const finder = new SecretFinder([CANARY_KEY]);

const shows = (text: string): boolean => finder.in(Buffer.from(text)).length > 0;

/** The canary scan is only useful if it finds every form of a key. */
describe('canary scan', () => {
  test.each(Object.entries(KEY_FORMS))('it finds a key, %s', (_, form) => {
    expect(shows(`a text with ${form(CANARY_KEY)} in it`)).toBe(true);
    expect(shows(JSON.stringify({ log: JSON.stringify({ text: form(CANARY_KEY) }) }))).toBe(true);
    expect(shows(`a text with ${form(OTHER)} in it`)).toBe(false);
  });

  test('it finds a key in the deltas of a stream, also in a report about it', () => {
    const chunk = (content: string) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
    const pieces = (CANARY_KEY.match(/.{1,3}/g) ?? []).map(chunk).join('');
    expect(shows(pieces)).toBe(true);
    expect(shows(JSON.stringify({ body: [{ text: pieces }] }))).toBe(true);
    expect(shows(echoingStream(chunk('Hello.'), [OTHER]))).toBe(false);
    expect(shows(echoingStream(chunk('Hello.'), [CANARY_KEY]))).toBe(true);
  });

  test('it finds a key in the text chunk of an image', () => {
    const body = echoingJson('{"data":[{"b64_json":"aGVsbG8="}]}', [CANARY_KEY], true);
    expect(shows(JSON.stringify(JSON.parse(body).data))).toBe(true);
  });

  test('it does not take a marker or a prefix for a key', () => {
    expect(shows('[API key 1] [part of API key 1] canary_live_ canary_live_7Qw9Er2Ty5')).toBe(
      false,
    );
  });
});

const MODEL_KEY = 'assay_live_0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const modelRedactor = new Redactor(runSecrets(MODEL_KEY));

test('a model: texts and names are marked at any depth, and all else is kept', () => {
  const model = {
    outcome: 'failed',
    count: 2,
    none: null,
    rules: [{ examples: [[`x ${MODEL_KEY}`, true]], [MODEL_KEY]: MODEL_KEY.slice(11) }],
  };
  expect(redactModel(model, modelRedactor)).toEqual({
    outcome: 'failed',
    count: 2,
    none: null,
    rules: [{ examples: [['x [API key 1]', true]], '[API key 1]': '[part of API key 1]' }],
  });
});

test('a model: its members keep their order, and absent ones stay absent', () => {
  const model = { b: 1, a: undefined, c: 'c' };
  expect(Object.entries(redactModel(model, modelRedactor))).toEqual(Object.entries(model));
});

test('a model: a member named __proto__ stays a member', () => {
  const model: unknown = JSON.parse(`{"__proto__":{"a":"${MODEL_KEY}"}}`);
  expect(JSON.stringify(redactModel(model, modelRedactor))).toBe(
    '{"__proto__":{"a":"[API key 1]"}}',
  );
});

test('a model: a key over the reads of an answer is marked in each of them', () => {
  const [before, after] = [`data: {"a":"${MODEL_KEY.slice(0, 22)}`, `${MODEL_KEY.slice(22)}"}`];
  const body = [
    { atMs: 1, text: before },
    { atMs: 2, text: after },
  ];
  expect(redactModel({ body }, modelRedactor)).toEqual({
    body: [
      { atMs: 1, text: 'data: {"a":"' },
      { atMs: 2, text: '[API key 1]"}' },
    ],
  });
});

const FIRST = 'ref_live_k3yOfTheFirstTenant42';
const SECOND = 'ref_live_0therK3yOfTenantTwo77';
const SECRETS = runSecrets(FIRST, SECOND);
const swapped = FIRST.replace(/[a-z]/gi, (letter) =>
  letter < 'a' ? letter.toLowerCase() : letter.toUpperCase(),
);

test.each([
  ['whole', `Bearer ${FIRST}`, 'Bearer [API key 1]'],
  ['from the other tenant', SECOND, '[API key 2]'],
  ['in the other case', `Bearer ${swapped}`, 'Bearer [API key 1 in the other case]'],
  ['cut', FIRST.slice(0, -1), '[API key 1 without its last character]'],
  [
    'as Basic',
    `Basic ${Buffer.from(`:${FIRST}`).toString('base64')}`,
    'Basic [base64 of ":" and API key 1]',
  ],
  ['that was never issued', 'Bearer ref_live_neverIssuedAtAll', 'Bearer ref_live_neverIssuedAtAll'],
])('key template: a key %s is described without its value', (_, text, template) => {
  expect(keyTemplate(text, SECRETS)).toBe(template);
  expect(templatePieces(template)).toBeDefined();
});

test.each([
  ['its first half', FIRST.slice(0, 22)],
  ['its characters in capitals', FIRST.toUpperCase()],
  ['its rest behind another prefix', `other_${FIRST.slice(12)}`],
])('key template: %s has no description', (_, text) => {
  expect(new Redactor(SECRETS).template(`Bearer ${text}`)).toBeUndefined();
});

test('key template: a shell cannot reproduce the marker of a key in hex', () => {
  expect(templatePieces('[hex of API key 1]')).toBeUndefined();
  expect(containsMarker('a [part of API key 2] b')).toBe(true);
  expect(containsMarker('[1, 2]')).toBe(false);
});

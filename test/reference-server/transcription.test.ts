import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { dig } from './support/dig.ts';
import { start } from './support/start.ts';
import {
  BOUNDARY,
  FORM,
  field,
  file,
  form,
  MODEL_PART,
  type Upload,
  upload,
} from './support/upload.ts';

const SOUND = '\0\xff\r\n--boundary\r\n\r\r\n--boundary-of-the-tes\r\n';
const QUOTES = '"\\"quoted\\".wav"';

const BODY = form(MODEL_PART, file(SOUND));
const LONG = 'b'.repeat(70);

test.each<[string, Upload]>([
  ['a model after the file', { contentType: FORM, body: [form(file(SOUND), MODEL_PART)] }],
  ['a quoted boundary', { contentType: FORM.replace(BOUNDARY, `"${BOUNDARY}"`), body: [BODY] }],
  [
    'a boundary of 70 characters',
    {
      contentType: FORM.replace(BOUNDARY, LONG),
      body: [
        Buffer.from(
          BODY.toString('latin1').replaceAll(`--${BOUNDARY}`, (found) =>
            found.replace(BOUNDARY, LONG),
          ),
          'latin1',
        ),
      ],
    },
  ],
  ['a preamble', { contentType: FORM, body: [Buffer.from('preamble\r\n'), BODY] }],
  ['an epilogue', { contentType: FORM, body: [BODY, Buffer.from('epilogue\r\n--x')] }],
  [
    'padding after a boundary',
    {
      contentType: FORM,
      body: [Buffer.from(BODY.toString('latin1').replace(BOUNDARY, `${BOUNDARY} \t`), 'latin1')],
    },
  ],
  [
    'a filename in quotes',
    { contentType: FORM, body: [form(MODEL_PART, file(SOUND).replace('"a.wav"', QUOTES))] },
  ],
  [
    'a file without a name, which has a content type',
    { contentType: FORM, body: [form(MODEL_PART, file(SOUND).replace(/; filename="[^"]*"/, ''))] },
  ],
  [
    'a part without a content type',
    {
      contentType: FORM,
      body: [form(MODEL_PART, file(SOUND).replace('Content-Type: audio/wav\r\n', ''))],
    },
  ],
])('transcription: a form with %s reaches the model unchanged', async (_, sent) => {
  const gateway = await start();
  const { status, body } = await upload(gateway, sent);
  expect(status).toBe(200);
  expect(dig(body, 'text')).toBe(sha256(Buffer.from(SOUND, 'latin1')));
});

const ECHO = /[0-9a-f]{64}/;

test.each<[string, RegExp]>([
  ['text', RegExp(`^${ECHO.source}\n$`)],
  ['srt', RegExp(`^1\n00:00:00,000 --> 00:00:00,250\n${ECHO.source}\n$`)],
  ['vtt', RegExp(`^WEBVTT\n\n00:00:00.000 --> 00:00:00.250\n${ECHO.source}\n$`)],
])('transcription: as %s it has no JSON, and a retry gets the same', async (format, shape) => {
  const gateway = await start();
  const body = [form(MODEL_PART, field('response_format', format), file(SOUND))];
  const sent = { contentType: FORM, body, idempotencyKey: format };
  const first = await upload(gateway, sent);
  expect(first).toEqual({ status: 200, body: expect.stringMatching(shape) });
  expect(await upload(gateway, sent)).toEqual(first);
});

test('transcription: as verbose_json it has the times that are requested', async () => {
  const gateway = await start();
  const timed = async (...granularities: readonly string[]) => {
    const fields = granularities.map((each) => field('timestamp_granularities[]', each));
    const format = field('response_format', 'verbose_json');
    const body = [form(MODEL_PART, format, ...fields, file(SOUND))];
    return (await upload(gateway, { contentType: FORM, body })).body;
  };
  const text = sha256(Buffer.from(SOUND, 'latin1'));
  const [span, whole] = [
    { start: 0, end: 0.25 },
    { task: 'transcribe', language: 'english', duration: 0.25, text },
  ];
  const segments = [{ id: 0, ...span, text }];
  const words = [{ word: text, ...span }];
  expect(await timed()).toMatchObject({ ...whole, segments });
  expect(await timed()).not.toHaveProperty('words');
  expect(await timed('word')).toMatchObject({ ...whole, words });
  expect(await timed('word')).not.toHaveProperty('segments');
  expect(await timed('segment', 'word')).toMatchObject({ ...whole, segments, words });
});

test.each<[string, number, string | null, Upload]>([
  [
    'an unknown format',
    400,
    'response_format',
    { contentType: FORM, body: [form(MODEL_PART, field('response_format', 'tsv'), file('a'))] },
  ],
  [
    'times of sentences',
    400,
    'timestamp_granularities[]',
    {
      contentType: FORM,
      body: [form(MODEL_PART, field('timestamp_granularities[]', 'sentence'), file('a'))],
    },
  ],
  [
    'a second file of another name',
    400,
    'file',
    { contentType: FORM, body: [form(MODEL_PART, file('a'), file('b', 'other'))] },
  ],
  [
    'two files called file[]',
    400,
    'file',
    { contentType: FORM, body: [form(MODEL_PART, file('a', 'file[]'), file('b', 'file[]'))] },
  ],
  ['no closing boundary', 400, null, { contentType: FORM, body: [BODY.subarray(0, -20)] }],
  ['no part at all', 400, null, { contentType: FORM, body: [Buffer.from('nothing')] }],
  ['no body', 400, null, { contentType: FORM, body: [] }],
  ['no boundary', 400, null, { contentType: 'multipart/form-data', body: [BODY] }],
  [
    'a boundary of 71 characters',
    400,
    null,
    { contentType: `multipart/form-data; boundary=${LONG}b`, body: [BODY] },
  ],
  [
    'a body of JSON',
    415,
    null,
    { contentType: 'application/json', body: [Buffer.from('{"model":"ref-echo"}')] },
  ],
  [
    'a body of a web form',
    415,
    null,
    { contentType: 'application/x-www-form-urlencoded', body: [Buffer.from('model=ref-echo')] },
  ],
  [
    'a field of more than 64 KiB',
    413,
    'x',
    { contentType: FORM, body: [form(field('x', 'x'.repeat(65_537)), MODEL_PART, file('a'))] },
  ],
  [
    'more than 100 parts',
    400,
    null,
    { contentType: FORM, body: [form(...Array.from({ length: 101 }, () => field('x', 'y')))] },
  ],
])('transcription: a form with %s returns %i', async (_, status, param, sent) => {
  const gateway = await start();
  const refused = await upload(gateway, sent);
  expect(refused.status).toBe(status);
  expect(dig(refused.body, 'error', 'param')).toBe(param);
  expect(await gateway.effects()).toBe(0);
});

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as chat from '../../src/contract/chat.ts';
import { contradictions } from '../../src/contract/contradictions.ts';
import * as errors from '../../src/contract/error.ts';
import * as images from '../../src/contract/images.ts';
import { fits } from '../../src/contract/json.ts';
import * as responses from '../../src/contract/responses.ts';
import * as events from '../../src/contract/stream-events.ts';
import * as audio from '../../src/contract/transcription.ts';
import * as video from '../../src/contract/video.ts';
import * as good from './examples.ts';

const SHAPES: readonly (readonly [string, z.ZodType, Record<string, unknown> | undefined])[] = [
  ['chat request', chat.ChatRequestSchema, good.chatRequest],
  ['chat completion', chat.ChatCompletionSchema, good.chatCompletion],
  ['chat fields', chat.ChatFieldsSchema, good.chatCompletion],
  ['chat choices', chat.ChatChoicesSchema, good.chatCompletion],
  ['chat usage', chat.ChatUsageSchema, good.chatUsage],
  ['chat chunk', chat.ChatChunkSchema, good.chatChunk],
  ['responses request', responses.ResponsesRequestSchema, good.responsesRequest],
  ['response', responses.ResponseSchema, good.response],
  ['response usage', responses.ResponseUsageSchema, good.responseUsage],
  ['output message', responses.OutputMessageSchema, good.outputMessage],
  ['output item', responses.OutputItemSchema, good.outputMessage],
  ['output text part', responses.OutputTextPartSchema, good.outputMessage.content[0]],
  ['responses event', events.ResponsesEventSchema, good.textDeltaEvent],
  ['known responses event', events.KnownResponsesEventSchema, good.textDeltaEvent],
  ['images request', images.ImagesRequestSchema, good.imagesRequest],
  ['images response', images.ImagesResponseSchema, good.imagesResponse],
  ['transcription', audio.TranscriptionSchema, good.transcription],
  ['video request', video.VideoRequestSchema, good.videoRequest],
  ['video job', video.VideoJobSchema, good.videoJob],
  ['error body', errors.ErrorBodySchema, good.errorBody],
];

describe.each(SHAPES)('%s', (_, schema, value) => {
  test('a good one fits', () => {
    expect([...contradictions(schema, value)]).toEqual([]);
  });

  test('an unknown member passes', () => {
    expect(fits(schema, { ...value, x_unknown: { a: [null] } })).toBe(true);
  });

  test.each([null, [], 'x', 1])('%j is refused', (other) => {
    expect(fits(schema, other)).toBe(false);
  });

  test('each missing required member is reported by its name', () => {
    for (const name of requiredMembers(schema)) {
      const { [name]: _left, ...rest } = value ?? {};
      const found = [...contradictions(schema, rest)].map(({ where, actual }) => [where, actual]);
      expect(found).toEqual([[name, 'absent']]);
    }
  });
});

function requiredMembers(schema: z.ZodType): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const members: [string, z.ZodType][] = Object.entries(schema.shape);
  return members.filter(([, member]) => !fits(member, undefined)).map(([name]) => name);
}

test('chat completion: an empty finish_reason is a string', () => {
  const [choice] = good.chatCompletion.choices;
  const choices = [{ ...choice, finish_reason: '' }];
  expect(fits(chat.ChatCompletionSchema, { ...good.chatCompletion, choices })).toBe(true);
});

test.each([
  ['created', 1.5, false],
  ['created', '1700000000', false],
  ['created', 1e18, true],
])('chat completion: %s of %j fits: %s', (name, value, outcome) => {
  expect(fits(chat.ChatCompletionSchema, { ...good.chatCompletion, [name]: value })).toBe(outcome);
});

test('chat fields: they do not check the inside of choices', () => {
  expect(fits(chat.ChatFieldsSchema, { ...good.chatCompletion, choices: [1] })).toBe(true);
});

test('response fields: they do not check object and output_text', () => {
  const { object: _object, output_text: _text, ...rest } = good.response;
  expect(fits(responses.ResponseFieldsSchema, rest)).toBe(true);
});

test.each([...events.TERMINAL_RESPONSES_EVENTS, 'response.created', 'error'])(
  'responses events: %s is known',
  (type) => {
    expect(events.KNOWN_RESPONSES_EVENTS.has(type)).toBe(true);
  },
);

test('responses events: a delta without its item is reported', () => {
  const { item_id: _left, ...rest } = good.textDeltaEvent;
  expect([...contradictions(events.KnownResponsesEventSchema, rest)]).toEqual([
    { expected: 'string', actual: 'absent', where: 'item_id' },
  ]);
});

test.each(['1024', '1024*1024', '0x0', '-1x8', '1e3x1e3', 'axb'])(
  'images request: a size of %s is refused',
  (size) => {
    expect(fits(images.ImagesRequestSchema, { ...good.imagesRequest, size })).toBe(false);
  },
);

test('images response: a revised_prompt may be null or absent', () => {
  for (const revised_prompt of [null, undefined]) {
    const data = [{ b64_json: 'aGk=', mime_type: 'image/png', revised_prompt }];
    expect(fits(images.ImagesResponseSchema, { ...good.imagesResponse, data })).toBe(true);
  }
});

test.each([
  ['no file', { files: [] }],
  ['two files', { files: [{ sizeBytes: 44 }, { sizeBytes: 44 }] }],
  ['an empty file', { files: [{ sizeBytes: 0 }] }],
  ['a file of 25 MiB and one byte', { files: [{ sizeBytes: 26_214_401 }] }],
  ['no model', { fields: [] }],
  [
    'two models',
    {
      fields: [
        ['model', 'a'],
        ['model', 'b'],
      ],
    },
  ],
])('transcription form: %s is refused', (_, change) => {
  expect(fits(audio.TranscriptionFormSchema, good.transcriptionForm)).toBe(true);
  expect(fits(audio.TranscriptionFormSchema, { ...good.transcriptionForm, ...change })).toBe(false);
});

test('video job: members that are not filled yet may be null', () => {
  const job = { ...good.videoJob, completed_at: null, error: null, content_url: null };
  expect(fits(video.VideoJobSchema, job)).toBe(true);
});

test.each([[{ error: { message: 'x' } }], [{ message: 'x' }]])(
  'video job: an error of %j fits',
  (error) => {
    expect(fits(video.VideoJobSchema, { ...good.videoJob, error })).toBe(true);
  },
);

test('video job: an error that is a string is refused', () => {
  expect(fits(video.VideoJobSchema, { ...good.videoJob, error: 'no' })).toBe(false);
});

test.each([
  ['a second key', { ...good.errorBody, request_id: 'x' }],
  ['no param', { error: { message: 'x', type: 'y', code: null } }],
  ['a bare object', { message: 'x', type: 'y', param: null, code: null }],
])('error wrapper: %s is refused', (_, body) => {
  expect(fits(errors.ErrorWrapperSchema, good.errorBody)).toBe(true);
  expect(fits(errors.ErrorWrapperSchema, body)).toBe(false);
});

test('error wrapper: it does not check the types of its members', () => {
  const error = { message: 1, type: null, param: [], code: {} };
  expect(fits(errors.ErrorWrapperSchema, { error })).toBe(true);
  expect(fits(errors.ErrorBodySchema, { error })).toBe(false);
});

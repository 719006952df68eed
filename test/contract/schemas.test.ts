import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as chat from '../../src/contract/chat.ts';
import { contradictions } from '../../src/contract/contradictions.ts';
import * as errors from '../../src/contract/error.ts';
import * as images from '../../src/contract/images.ts';
import { fits } from '../../src/contract/json.ts';
import * as responses from '../../src/contract/responses.ts';
import * as events from '../../src/contract/stream-events.ts';
import * as tools from '../../src/contract/tools.ts';
import * as audio from '../../src/contract/transcription.ts';
import * as video from '../../src/contract/video.ts';
import * as good from './examples.ts';

const SHAPES: readonly (readonly [string, z.ZodType, Record<string, unknown> | undefined])[] = [
  ['chat request', chat.ChatRequestSchema, good.chatRequest],
  ['chat completion', chat.ChatCompletionSchema, good.chatCompletion],
  ['chat fields', chat.ChatFieldsSchema, good.chatCompletion],
  ['chat choices', chat.ChatChoicesSchema, good.chatCompletion],
  ['chat chunk', chat.ChatChunkSchema, good.chatChunk],
  ['chat tool', tools.ChatToolSchema, good.chatTool],
  ['chat tool call', tools.ToolCallSchema, good.chatToolCall],
  ['chat tool call chunk', tools.ToolCallChunkSchema, good.chatToolCallChunk],
  ['responses request', responses.ResponsesRequestSchema, good.responsesRequest],
  ['response', responses.ResponseSchema, good.response],
  ['output message', responses.OutputMessageSchema, good.outputMessage],
  ['output item', responses.OutputItemSchema, good.outputMessage],
  ['output text part', responses.OutputTextPartSchema, good.outputMessage.content[0]],
  ['known responses event', events.KnownResponsesEventSchema, good.textDeltaEvent],
  ['images request', images.ImagesRequestSchema, good.imagesRequest],
  ['images response', images.ImagesResponseSchema, good.imagesResponse],
  ['transcription', audio.TranscriptionSchema, good.transcription],
  ['video request', video.VideoRequestSchema, good.videoRequest],
  ['video job', video.VideoJobSchema, good.videoJob],
  ['error', errors.ErrorSchema, good.errorBody.error],
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

const [choice] = good.chatCompletion.choices;
const image = { b64_json: 'aGk=', mime_type: 'image/png' };
const file = { sizeBytes: 44 };
const { object: _object, output_text: _text, ...responseFields } = good.response;
const untyped = { message: 1, type: null, param: [], code: {} };

test.each<[string, z.ZodType, object, object[], object[]]>([
  [
    'a chat completion',
    chat.ChatCompletionSchema,
    good.chatCompletion,
    [{ choices: [{ ...choice, finish_reason: '' }] }, { created: 1e18 }],
    [{ created: 1.5 }, { created: '1700000000' }],
  ],
  // Neither the inside of `choices` nor `object` and `output_text` are theirs.
  ['chat fields', chat.ChatFieldsSchema, good.chatCompletion, [{ choices: [1] }], []],
  ['response fields', responses.ResponseFieldsSchema, responseFields, [{}], []],
  [
    'an images request',
    images.ImagesRequestSchema,
    good.imagesRequest,
    [],
    ['1024', '1024*1024', '0x0', '-1x8', '1e3x1e3', 'axb'].map((size) => ({ size })),
  ],
  [
    'an images response',
    images.ImagesResponseSchema,
    good.imagesResponse,
    [{ data: [{ ...image, revised_prompt: null }] }, { data: [image] }],
    [],
  ],
  [
    'a transcription form',
    audio.TranscriptionFormSchema,
    good.transcriptionForm,
    [{}],
    [
      { files: [] },
      { files: [file, file] },
      { files: [{ sizeBytes: 0 }] },
      { files: [{ sizeBytes: 25 * 1024 * 1024 + 1 }] },
      { fields: [] },
      { fields: Array.from('ab', (model) => ['model', model]) },
    ],
  ],
  [
    'a video job',
    video.VideoJobSchema,
    good.videoJob,
    [
      { completed_at: null, error: null, content_url: null },
      { error: { error: { message: 'x' } } },
      { error: { message: 'x' } },
    ],
    [{ error: 'no' }],
  ],
  [
    'an error wrapper',
    errors.ErrorWrapperSchema,
    good.errorBody,
    [{}, { error: untyped }],
    [{ request_id: 'x' }, { error: { message: 'x', type: 'y', code: null } }],
  ],
  ['an error', errors.ErrorSchema, good.errorBody.error, [], [untyped]],
])(
  '%s fits with some members, and is refused with others',
  (_, schema, whole, fitting, refused) => {
    for (const change of fitting)
      expect(fits(schema, { ...whole, ...change }), JSON.stringify(change)).toBe(true);
    for (const change of refused)
      expect(fits(schema, { ...whole, ...change }), JSON.stringify(change)).toBe(false);
  },
);

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

import { z } from 'zod';
import { ChatChunkSchema, ChatCompletionSchema } from './chat.ts';
import { ErrorSchema, ErrorWrapperSchema } from './error.ts';
import { ImagesResponseSchema } from './images.ts';
import { integer, itemOf } from './json.ts';
import {
  factsOf,
  KEY_LENGTH,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  type OperationFacts,
} from './operations.ts';
import { ResponseSchema } from './responses.ts';
import { DONE, KNOWN_RESPONSES_EVENTS, KnownResponsesEventSchema } from './stream-events.ts';
import {
  FILE_MAXIMUM_BYTES,
  TRANSCRIPT_FIELDS,
  TRANSCRIPT_FORMATS,
  TranscriptionSchema,
  VerboseTranscriptionSchema,
} from './transcription.ts';
import { VideoJobSchema } from './video.ts';

type Json = Readonly<Record<string, unknown>>;

/** What the interface document shows of an answer, and what is assumed of its stream. */
interface Answer {
  readonly name: string;
  readonly section: string;
  readonly schema: z.ZodType;
  readonly event?: string;
}

const VIDEO_JOB: Answer = { name: 'VideoJob', section: 'Video job', schema: VideoJobSchema };

const ANSWERS: Readonly<Record<Operation, Answer>> = {
  chat: {
    name: 'ChatCompletion',
    section: 'Chat completion response',
    schema: ChatCompletionSchema,
    event: 'ChatChunk',
  },
  responses: {
    name: 'Response',
    section: 'Responses response',
    schema: ResponseSchema,
    event: 'ResponsesEvent',
  },
  images: {
    name: 'Images',
    section: 'Image generation response',
    schema: ImagesResponseSchema,
  },
  transcription: {
    name: 'Transcription',
    section: 'Transcription response',
    schema: TranscriptionSchema,
  },
  'video-create': VIDEO_JOB,
  'video-read': VIDEO_JOB,
  'video-cancel': VIDEO_JOB,
};

const OPENAI = 'OpenAI OpenAPI 2.3.0';

/** The model that requests of an operation name, where a gateway's is known. */
type Models = Partial<Readonly<Record<Operation, string>>>;

/**
 * The interface as OpenAPI 3.2, from the schemas by which answers are judged.
 * @param version that of the rules
 */
export function openApiDocument(version: string, models: Models): Json {
  return {
    openapi: '3.2.0',
    info: {
      title: 'Multi-Modal AI Gateway Service Interface',
      version,
      description:
        'Stated: the operations, the members of their requests and JSON responses, bearer keys, Idempotency-Key and the limits of a file. Assumed, and changed by a profile of Assay: status codes, streams, errors outside of video jobs, and limits of numbers, each with its source in its description.',
    },
    servers: [
      {
        url: '{base_url}',
        variables: { base_url: { default: 'http://127.0.0.1:8080/v1' } },
      },
    ],
    security: [{ bearer: [] }],
    paths: pathItems(models),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: componentSchemas(),
    },
  };
}

function pathItems(models: Models): Json {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of OPERATION_NAMES) {
    const facts = factsOf(operation);
    paths[facts.path] = {
      ...paths[facts.path],
      [facts.method.toLowerCase()]: operationObject(operation, facts, models[operation]),
    };
  }
  paths[`${OPERATIONS['video-read'].path}/content`] = { get: VIDEO_CONTENT };
  return paths;
}

function operationObject(
  operation: Operation,
  facts: OperationFacts,
  model: string | undefined,
): Json {
  return {
    operationId: operation,
    summary: SUMMARIES[operation],
    parameters: [
      ...(facts.path.includes('{id}') ? [JOB_ID] : []),
      ...(facts.billable ? [IDEMPOTENCY_KEY] : []),
    ],
    ...requestBody(operation, facts, model),
    responses: { '2XX': success(operation), default: FAILURE },
  };
}

const SUMMARIES: Readonly<Record<Operation, string>> = {
  chat: 'Answers a dialog, as one body or as a stream.',
  responses: 'Answers an input, as one body or as a stream of events.',
  images: 'Makes images from a text.',
  transcription: 'Writes down what an audio file says.',
  'video-create': 'Creates a video job.',
  'video-read': 'Reads a video job.',
  'video-cancel': 'Cancels a video job.',
};

const JOB_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The identifier of a job that POST /videos returned.',
  schema: { type: 'string', minLength: 1 },
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A stable unique key for one logical billable request.',
  schema: { type: 'string', minLength: KEY_LENGTH.least, maxLength: KEY_LENGTH.most },
};

function requestBody(
  operation: Operation,
  { body, request, streams }: OperationFacts,
  model: string | undefined,
): Json {
  if (body === 'none' || request === undefined) return {};
  const properties = {
    ...(model === undefined ? {} : { model: { const: model } }),
    ...(streams ? STREAM : {}),
    ...BOUNDS[operation],
  };
  const [mediaType, whole] =
    body === 'multipart'
      ? ['multipart/form-data', FORM]
      : ['application/json', nullable(jsonSchema(request))];
  const schema = { allOf: [whole, { properties }] };
  const encoding = body === 'multipart' ? { encoding: { file: { contentType: 'audio/*' } } } : {};
  return { requestBody: { required: true, content: { [mediaType]: { schema, ...encoding } } } };
}

/** Clients send null for a member that they omit. */
function nullable({ properties, required = [], ...rest }: ObjectSchema): Json {
  const members = Object.entries(properties ?? {}).map(([name, schema]) => [
    name,
    required.includes(name) ? schema : { anyOf: [schema, { type: 'null' }] },
  ]);
  return { ...rest, required, properties: Object.fromEntries(members) };
}

interface ObjectSchema {
  readonly properties?: Json;
  readonly required?: readonly string[];
}

const STREAM = {
  stream: { type: ['boolean', 'null'], description: `Assumed: ${OPENAI}, stream.` },
};

/** A side of an image, from 1 to 1999. */
const SIDE = '(?:[1-9][0-9]{0,2}|1[0-9]{3})';

/** What the interface document does not show, and every gateway has. */
const BOUNDS: Partial<Readonly<Record<Operation, Json>>> = {
  chat: {
    temperature: { minimum: 0, maximum: 2, description: `Assumed: ${OPENAI}, temperature.` },
  },
  images: {
    n: { maximum: 10, description: `Assumed: ${OPENAI}, n.` },
    size: {
      pattern: `^${SIDE}x${SIDE}$`,
      description: 'Assumed: below 2000.',
    },
    response_format: {
      enum: ['b64_json', null],
      description: `Assumed: ${OPENAI}, response_format; url may be refused.`,
    },
    output_format: { description: `Assumed: ${OPENAI}, output_format.` },
  },
  'video-create': { duration: { maximum: 3600, description: 'Assumed: an hour, in seconds.' } },
};

const FORM = {
  type: 'object',
  required: ['file', 'model'],
  properties: {
    file: {
      type: 'string',
      format: 'binary',
      minLength: 1,
      description: `Exactly one audio file, of at most ${FILE_MAXIMUM_BYTES} bytes.`,
    },
    model: { type: 'string', minLength: 1 },
    [TRANSCRIPT_FIELDS.format]: {
      enum: TRANSCRIPT_FORMATS,
      description: `Assumed: ${OPENAI}, AudioResponseFormat; a gateway may refuse it.`,
    },
    [TRANSCRIPT_FIELDS.granularity]: {
      type: 'array',
      items: { enum: ['segment', 'word'] },
      description: `Assumed: ${OPENAI}, of verbose_json.`,
    },
  },
};

/** What an answer may be beside the one that the interface shows. */
const OTHER_ANSWERS: Partial<Readonly<Record<Operation, Json>>> = {
  transcription: {
    'application/json': {
      schema: { anyOf: [reference('Transcription'), reference('VerboseTranscription')] },
    },
    'text/plain': { schema: { type: 'string' } },
    'text/vtt': { schema: { type: 'string' } },
  },
};

function success(operation: Operation): Json {
  const { name, section, event } = ANSWERS[operation];
  return {
    description: `Stated: interface §${section}. Assumed: any 2xx status.`,
    content: {
      'application/json': { schema: reference(name) },
      ...(event === undefined ? {} : { 'text/event-stream': { itemSchema: eventOf(event) } }),
      ...OTHER_ANSWERS[operation],
    },
  };
}

/** An event as the WHATWG parses it; its data is JSON, or the mark of the end. */
function eventOf(name: string): Json {
  return {
    type: 'object',
    required: ['data'],
    properties: {
      event: { type: 'string' },
      data: {
        anyOf: [
          { const: DONE },
          {
            type: 'string',
            contentMediaType: 'application/json',
            contentSchema: reference(name),
          },
        ],
      },
    },
  };
}

const FAILURE = {
  description:
    'Stated: interface §Errors, for video jobs. Assumed: the same everywhere, and its status.',
  content: { 'application/json': { schema: reference('Error') } },
};

/** No operation of the interface, which states where the content is and not how it is read. */
const VIDEO_CONTENT = {
  operationId: 'video-content',
  summary: 'Reads the content of a completed video job.',
  description: `Stated: content_url. Assumed: ${OPENAI}, GET /videos/{video_id}/content, and RFC 9110 §14 for ranges.`,
  parameters: [
    JOB_ID,
    { name: 'Range', in: 'header', schema: { type: 'string' }, example: 'bytes=0-1023' },
  ],
  responses: {
    200: { description: 'All of it.', content: { 'video/*': {} } },
    206: { description: 'The range that the request wants.', content: { 'video/*': {} } },
    416: FAILURE,
    default: FAILURE,
  },
};

function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

function componentSchemas(): Json {
  const answers = [...new Set(Object.values(ANSWERS))];
  const stated = answers.map(({ name, schema }) => [name, jsonSchema(schema)]);
  return {
    ...Object.fromEntries(stated),
    ChatChunk: assumed('CreateChatCompletionStreamResponse', jsonSchema(ChatChunkSchema)),
    ResponsesEvent: assumed('ResponseStreamEvent', {
      anyOf: [jsonSchema(KnownResponsesEventSchema), ANOTHER_EVENT],
    }),
    VerboseTranscription: assumed(
      'CreateTranscriptionResponseVerboseJson',
      jsonSchema(VerboseTranscriptionSchema),
    ),
    Error: assumed('Error', jsonSchema(ErrorWrapperSchema.extend({ error: ErrorSchema }))),
  };
}

function assumed(part: string, schema: Json): Json {
  return { description: `Assumed: ${OPENAI}, ${part}.`, ...schema };
}

/** Events of other types are legal, and are not checked. */
const ANOTHER_EVENT = {
  type: 'object',
  required: ['type'],
  properties: { type: { type: 'string', not: { enum: [...KNOWN_RESPONSES_EVENTS] } } },
};

function jsonSchema(schema: z.ZodType): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: shown }) {
      const item = itemOf(zodSchema);
      if (item !== undefined) Object.assign(shown, { type: 'array', items: jsonSchema(item) });
      if (zodSchema === integer) shown.type = 'integer';
    },
  });
  return rest;
}

import { z } from 'zod';
import {
  ECHO_MODELS,
  FAILING_MID_STREAM_MODELS,
  FAILING_MODELS,
  MODEL,
  SLOW_MODELS,
} from '../contract/models-by-operation.ts';
import { LIMITS } from '../input/limits.ts';

interface Setting<T> {
  readonly type: z.ZodType<T>;
  readonly default: T;
  /** Where the default comes from. */
  readonly source: string;
}

function setting<T>(type: z.ZodType<T>, value: NoInfer<T>, source: string): Setting<T> {
  return { type, default: value, source };
}

const STATUS = z.int().min(100).max(599);
const OPTIONAL_MODEL = MODEL.nullable();
const MIB = 1024 * 1024;
const MILLISECONDS = z.int().min(1);

/**
 * What a target may offer beyond its operations. Each is a setting: where it is `not-offered`, the rules
 * that need it are not applicable; where it is `unknown`, a probe may show that it is absent.
 */
export const FEATURES = [
  'idempotency',
  'tenants',
  'tools',
  'structuredOutput',
  'vision',
  'storedResponses',
] as const;

export type Feature = (typeof FEATURES)[number];

export const OFFER = z.enum(['offered', 'not-offered', 'unknown']);

/**
 * Every point that the interface leaves open and that a rule must know: one table, each with
 * its key in a profile, its type, its default and the source of that default.
 */
export const SETTINGS = {
  keyHeader: setting(
    z
      .string()
      .regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'needs the name of a header, such as x-api-key')
      .transform((name) => name.toLowerCase())
      .nullable(),
    'authorization',
    'interface §Authentication 1; null when the target takes no key',
  ),
  keyScheme: setting(
    z
      .string()
      .regex(/^[\w-]*$/, 'needs one word, such as Bearer')
      .nullable(),
    null,
    'interface §Authentication 1: Bearer in Authorization, and none in another header',
  ),
  idempotency: setting(
    OFFER,
    'unknown',
    'interface §Endpoints (the header is accepted); what a repeated key does is not shown',
  ),
  tenants: setting(OFFER, 'unknown', 'the interface does not say whether keys are of one tenant'),
  tools: setting(OFFER, 'unknown', 'interface (tools, of responses); their shapes are not shown'),
  structuredOutput: setting(
    OFFER,
    'unknown',
    'OpenAI OpenAPI 2.3.0, response_format; the interface does not name it',
  ),
  vision: setting(
    OFFER,
    'unknown',
    'interface (vision, of responses); the shapes of images are not shown',
  ),
  storedResponses: setting(
    OFFER,
    'unknown',
    'OpenAI OpenAPI 2.3.0, previous_response_id; the interface does not show it',
  ),
  chatModel: setting(MODEL, 'gpt-4o-mini', 'a widely offered model id'),
  responsesModel: setting(MODEL, 'gpt-4o-mini', 'a widely offered model id'),
  imageModel: setting(MODEL, 'gpt-image-1', 'a widely offered model id'),
  transcriptionModel: setting(MODEL, 'whisper-1', 'a widely offered model id'),
  videoModel: setting(MODEL, 'sora-2', 'a widely offered model id'),
  echoModel: setting(ECHO_MODELS.nullable(), null, 'no real gateway offers an echoing model'),
  slowModel: setting(
    SLOW_MODELS.nullable(),
    null,
    'no real gateway offers a model with a known delay',
  ),
  failingModel: setting(
    FAILING_MODELS.nullable(),
    null,
    'no real gateway offers a model that fails on demand',
  ),
  failingMidStreamModel: setting(
    FAILING_MID_STREAM_MODELS.nullable(),
    null,
    'no real gateway offers a model that fails on demand',
  ),
  limitedModel: setting(
    OPTIONAL_MODEL,
    null,
    'no real gateway offers a model that is always over its limit',
  ),
  failingVideoModel: setting(
    OPTIONAL_MODEL,
    null,
    'no real gateway offers a model that fails on demand',
  ),
  ledgerPath: setting(
    z.string().startsWith('/').nullable(),
    null,
    'the interface shows no counter of effects',
  ),
  inFlightPath: setting(
    z.string().startsWith('/').nullable(),
    null,
    'the interface shows no count of requests in flight',
  ),
  streamField: setting(
    z.string().min(1),
    'stream',
    'OpenAI OpenAPI 2.3.0; the interface does not show it',
  ),
  answerTokensField: setting(
    z.object({ chat: z.string().min(1), responses: z.string().min(1) }),
    { chat: 'max_tokens', responses: 'max_output_tokens' },
    'OpenAI OpenAPI 2.3.0; the interface states no limit of an answer',
  ),
  otherKeyForms: setting(
    z.array(z.enum(['bare', 'Token', 'Basic', 'X-Api-Key'])),
    [],
    'interface §Authentication 1 (the scheme Bearer only); a gateway may offer others deliberately',
  ),
  unauthenticatedStatus: setting(z.array(STATUS).min(1), [401], 'RFC 9110 §15.5.2'),
  unknownModelStatus: setting(
    z.array(STATUS).min(1),
    [404, 400],
    'Open Responses, errors (not_found, 404); OpenAI (model_not_found)',
  ),
  wrongMethodStatus: setting(z.array(STATUS).min(1), [405], 'RFC 9110 §15.5.6'),
  clockSkewMs: setting(
    MILLISECONDS,
    300_000,
    'clocks that are never set are off by minutes, not hours',
  ),
  usageNames: setting(
    z.object({
      chat: z.tuple([z.string(), z.string(), z.string()]),
      responses: z.tuple([z.string(), z.string(), z.string()]),
    }),
    {
      chat: ['prompt_tokens', 'completion_tokens', 'total_tokens'],
      responses: ['input_tokens', 'output_tokens', 'total_tokens'],
    },
    'OpenAI OpenAPI 2.3.0',
  ),
  allowEmptyFirstChunk: setting(
    z.boolean(),
    false,
    'Azure OpenAI sends a first chunk with an empty id',
  ),
  responsesMembers: setting(
    z.enum(['interface', 'open-responses']),
    'interface',
    'interface §Responses response; Open Responses requires 25 members more',
  ),
  responsesDone: setting(
    z.enum(['either', 'required', 'forbidden']),
    'either',
    'Open Responses demands [DONE], OpenAI sends none',
  ),
  errorNullableMembers: setting(
    z.array(z.string()),
    ['param', 'code'],
    'OpenAI OpenAPI 2.3.0, Error (param and code are nullable)',
  ),
  errorCodeNumber: setting(z.boolean(), false, 'interface §Errors (error.code is a string)'),
  errorMembers: setting(
    z.array(z.enum(['message', 'type', 'param', 'code'])).min(1),
    ['message', 'type', 'param', 'code'],
    'interface §Errors; OpenAI OpenAPI 2.3.0, Error (all four required)',
  ),
  errorMediaTypes: setting(
    z.array(z.string()).min(1),
    ['application/json'],
    'interface ("All bodies are JSON")',
  ),
  eventLine: setting(
    z.enum(['required', 'optional']),
    'required',
    'Open Responses: "The event field MUST match the type in the event body"',
  ),
  imageSizes: setting(
    z.array(z.string().regex(/^\d+x\d+$/)).min(1),
    ['1024x1536', '1024x1024'],
    'OpenAI OpenAPI 2.3.0',
  ),
  imagesMaximum: setting(z.int().min(1), 10, 'OpenAI OpenAPI 2.3.0, n 1..10'),
  videoStates: setting(
    z.object({
      waiting: z.array(z.string()),
      running: z.array(z.string()),
      completed: z.array(z.string()),
      failed: z.array(z.string()),
      cancelled: z.array(z.string()),
    }),
    {
      waiting: ['queued'],
      running: ['in_progress'],
      completed: ['completed'],
      failed: ['failed'],
      cancelled: ['cancelled'],
    },
    'interface (queued); OpenAI OpenAPI 2.3.0, VideoStatus; cancelled',
  ),
  unknownVideoStatus: setting(
    z.array(STATUS).min(1),
    [404, 410, 400, 422],
    'RFC 9110 §15.5.5 and §15.5.11; 400 and 422 where an id must have a certain shape',
  ),
  cancelRefusalStatus: setting(
    z.array(STATUS).min(1),
    [404, 409, 410, 400, 422],
    'RFC 9110 §15.5.5, §15.5.10 and §15.5.11; OpenAI returns 400 for the cancel of a job that has ended',
  ),
  videoDuration: setting(z.int().min(1), 4, 'OpenAI OpenAPI 2.3.0, VideoSeconds'),
  videoDeadlineMs: setting(
    MILLISECONDS,
    180_000,
    'most videos take a minute or two, and a person waits for them',
  ),
  cancelDeadlineMs: setting(
    MILLISECONDS,
    5000,
    'a cancelled job costs money for as long as it runs',
  ),
  videoPollMs: setting(MILLISECONDS, 1000, 'a polite polling interval'),
  progressMaximum: setting(z.int().min(1), 100, 'OpenAI OpenAPI 2.3.0'),
  inFlightStatus: setting(
    z.array(STATUS),
    [409],
    'draft-ietf-httpapi-idempotency-key-header-07 §2.7; waiting is always allowed',
  ),
  mismatchStatus: setting(
    z.array(STATUS).min(1),
    [422],
    'draft-ietf-httpapi-idempotency-key-header-07 §2.7; others return 400 or 409',
  ),
  replayLagMs: setting(
    z.int().min(0),
    1000,
    'an answer may be stored a little after its last byte was sent',
  ),
  lostAtRestart: setting(
    z.array(z.enum(['keys', 'jobs'])),
    [],
    'what the gateway keeps only in memory, on purpose: after a restart by assay explore it is not used again',
  ),
  recoveryDeadlineMs: setting(
    MILLISECONDS,
    30_000,
    'total time for the retries of a client that lost its connection',
  ),
  raceRounds: setting(
    z.int().min(1).max(100),
    20,
    'a race that loses one round in seven shows in 20',
  ),
  raceWidth: setting(z.int().min(2).max(64), 10, 'ten concurrent retries'),
  upstreamDisconnectMs: setting(
    MILLISECONDS,
    2000,
    'time for a gateway to notice that its caller disconnected, and to end its own request',
  ),
  upstreamAttempts: setting(
    z.int().min(1).max(1000),
    6,
    'one request and five retries; clients of OpenAI make two',
  ),
  upstreamFreshMs: setting(
    MILLISECONDS,
    5000,
    'a client that polls a video job every few seconds sees its end with the next poll',
  ),
  upstreamReleaseMs: setting(
    MILLISECONDS,
    30_000,
    'a connection that stays busy for longer is missing in the pool of the gateway',
  ),
  upstreamDeadlineMs: setting(
    MILLISECONDS,
    120_000,
    'time for a gateway to give up an upstream that never answers; models that think take a minute',
  ),
  upstreamAheadBytes: setting(
    z
      .int()
      .min(1)
      .max(32 * MIB),
    32 * MIB,
    'buffers of the gateway and of its system: through HAProxy an upstream was 23 MiB ahead',
  ),
  upstreamLateMs: setting(
    z.int().min(0).max(10_000),
    300,
    'under load, an upstream request that begins within this time after the answer belongs to it',
  ),
  answerDeadlineMs: setting(MILLISECONDS, LIMITS.answerMs.value, 'the time-out of common clients'),
  probeDeadlineMs: setting(
    MILLISECONDS,
    LIMITS.probeMs.value,
    'two videos in succession, and a minute',
  ),
  retryBudgetMs: setting(z.int().min(0), 30_000, 'how long a probe waits for a 429 or 503 to pass'),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;

/** The value of every setting for one target. */
export type Expectations = {
  readonly [K in SettingName]: (typeof SETTINGS)[K]['default'];
};

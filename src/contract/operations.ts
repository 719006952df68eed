import type { z } from 'zod';
import { ChatRequestSchema } from './chat.ts';
import { ImagesRequestSchema } from './images.ts';
import { ResponsesRequestSchema } from './responses.ts';
import { TranscriptionFormSchema } from './transcription.ts';
import { VideoRequestSchema } from './video.ts';

/**
 * The operations of the interface (§Endpoints), by the names that probes, scenarios, rules
 * and reports use. What the rest of Assay knows of an operation is derived from this table.
 */
export const OPERATIONS = {
  chat: {
    method: 'POST',
    path: '/chat/completions',
    billable: true,
    streams: true,
    body: 'json',
    request: ChatRequestSchema,
    model: { key: 'chat', setting: 'chatModel' },
    calls: ['chat', 'chats'],
    landmark: 'choices',
    identity: ['id', 'created', 'choices'],
  },
  responses: {
    method: 'POST',
    path: '/responses',
    billable: true,
    streams: true,
    body: 'json',
    request: ResponsesRequestSchema,
    model: { key: 'responses', setting: 'responsesModel' },
    calls: ['response', 'responses'],
    landmark: 'output',
    identity: ['id', 'created_at', 'output', 'output_text'],
  },
  images: {
    method: 'POST',
    path: '/images/generations',
    billable: true,
    streams: false,
    body: 'json',
    request: ImagesRequestSchema,
    model: { key: 'images', setting: 'imageModel' },
    calls: ['image call', 'image calls'],
    landmark: 'data',
    identity: ['created', 'data'],
  },
  transcription: {
    method: 'POST',
    path: '/audio/transcriptions',
    billable: true,
    streams: false,
    body: 'multipart',
    request: TranscriptionFormSchema,
    model: { key: 'transcription', setting: 'transcriptionModel' },
    calls: ['transcription', 'transcriptions'],
    landmark: 'text',
    identity: ['text'],
  },
  'video-create': {
    method: 'POST',
    path: '/videos',
    billable: true,
    streams: false,
    body: 'json',
    request: VideoRequestSchema,
    model: { key: 'video', setting: 'videoModel' },
    calls: ['video', 'videos'],
    landmark: 'id',
    identity: ['id', 'created_at', 'model'],
  },
  'video-read': {
    method: 'GET',
    path: '/videos/{id}',
    billable: false,
    streams: false,
    body: 'none',
    identity: ['id'],
  },
  'video-cancel': {
    method: 'DELETE',
    path: '/videos/{id}',
    billable: false,
    streams: false,
    body: 'none',
    identity: ['id'],
  },
} as const satisfies Record<string, OperationFacts>;

export interface OperationFacts {
  readonly method: 'POST' | 'GET' | 'DELETE';
  /** Appended to the target's base address; `{id}` is a video job's id. */
  readonly path: string;
  /** Takes an Idempotency-Key. Which POSTs are billable is not shown: all of them are assumed. */
  readonly billable: boolean;
  /** Can answer as one body or as a stream (interface §Endpoints, rule 1). */
  readonly streams: boolean;
  readonly body: 'json' | 'multipart' | 'none';
  /** Schema of the JSON, or of the record of the form; absent without a body. */
  readonly request?: z.ZodType;
  /** Where its model is named: the key below `models` of `assay.yaml`, and the setting of a profile. */
  readonly model?: { readonly key: string; readonly setting: string };
  /** What a plan calls one call, and several; absent where calls are not charged for. */
  readonly calls?: readonly [one: string, several: string];
  /** The member by which an answer is known to be one of the operation. */
  readonly landmark?: string;
  /**
   * The members by which two answers are the same result. The status of a video job may change
   * between two answers, and usage may correctly report that the second cost nothing.
   */
  readonly identity: readonly string[];
}

export type Operation = keyof typeof OPERATIONS;

export const OPERATION_NAMES: readonly Operation[] = Object.keys(OPERATIONS).filter(isOperation);

export function isOperation(name: string): name is Operation {
  return Object.hasOwn(OPERATIONS, name);
}

/** The facts of an operation, with the members that not every operation has. */
export function factsOf(operation: Operation): OperationFacts {
  return OPERATIONS[operation];
}

type OperationsWith<Facts> = {
  [K in Operation]: (typeof OPERATIONS)[K] extends Facts ? K : never;
}[Operation];

export type Billable = OperationsWith<{ billable: true }>;

export function isBillable(operation: Operation | 'other'): operation is Billable {
  return operation !== 'other' && OPERATIONS[operation].billable;
}

/** Interface §Limits: characters of an Idempotency-Key. */
export const KEY_LENGTH = { least: 1, most: 255 } as const;

/** The operations that take an Idempotency-Key. */
export const BILLABLE: readonly Billable[] = OPERATION_NAMES.filter(isBillable);

/** The operations whose requests a gateway makes to its provider too. */
export const RELAYED: readonly Operation[] = [...BILLABLE, 'video-read', 'video-cancel'];

/** A key below `models` and `prices` of `assay.yaml`: one for each billable operation. */
export type ModelKey = (typeof OPERATIONS)[Billable]['model']['key'];

/** A value for each key below `models`. */
export function byModelKey<T>(of: (operation: Billable) => T): Readonly<Record<ModelKey, T>>;
export function byModelKey(of: (operation: Billable) => unknown): object {
  return Object.fromEntries(
    BILLABLE.map((operation) => [OPERATIONS[operation].model.key, of(operation)]),
  );
}

type TakesJson = OperationsWith<{ body: 'json' }>;

/** The operations whose request is JSON. */
export const JSON_OPERATIONS: readonly TakesJson[] = OPERATION_NAMES.filter(takesJson);

function takesJson(operation: Operation): operation is TakesJson {
  return OPERATIONS[operation].body === 'json';
}

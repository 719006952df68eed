import { z } from 'zod';
import type { Operation } from './operations.ts';

export const MODEL = z.string().min(1);

/** Models with a special purpose: one for all operations, or one for each operation that has one. */
export const ECHO_MODELS = modelsOf({ chat: MODEL, responses: MODEL, transcription: MODEL });
export const SLOW_MODELS = modelsOf({ chat: MODEL, responses: MODEL, 'video-create': MODEL });
export const FAILING_MODELS = modelsOf({ chat: MODEL, responses: MODEL, 'video-create': MODEL });
export const FAILING_MID_STREAM_MODELS = modelsOf({ chat: MODEL, responses: MODEL });

function modelsOf<S extends Partial<Record<Operation, typeof MODEL>>>(operations: S) {
  const known = Object.keys(operations).join(', ');
  const byOperation = z
    .strictObject(operations)
    .partial()
    .refine((models) => Object.keys(models).length > 0, `needs a model for one of ${known}`);
  const error = `needs a model, or a mapping of ${known} to models`;
  return z.union([MODEL, byOperation], { error });
}

export type ModelsByOperation =
  | string
  | { readonly [name in Operation]?: string | undefined }
  | null;

/** The model for a purpose at one operation; null where there is none. */
export function modelFor(models: ModelsByOperation, operation: Operation | 'other'): string | null {
  if (models === null || typeof models === 'string') return models;
  switch (operation) {
    case 'other':
      return null;
    case 'video-read':
    case 'video-cancel':
      // A job keeps the model that it was created with.
      return models['video-create'] ?? null;
    default:
      return models[operation] ?? null;
  }
}

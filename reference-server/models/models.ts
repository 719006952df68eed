import type { JsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';

/** How a model behaves; the table is in docs/reference/reference-gateway.md. */
export type Behaviour = 'normal' | 'echo' | 'slow' | 'fail' | 'fail-mid' | 'fail-video' | 'limited';

const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  'ref-chat': 'normal',
  'ref-responses': 'normal',
  'ref-image': 'normal',
  'ref-transcription': 'normal',
  'ref-video': 'normal',
  'ref-echo': 'echo',
  'ref-slow': 'slow',
  'ref-fail': 'fail',
  'ref-fail-mid': 'fail-mid',
  'ref-fail-video': 'fail-video',
  'ref-limited': 'limited',
};

/** Every model, as `assay serve` prints them. */
export const MODELS: readonly string[] = Object.keys(BEHAVIOURS);

/** The body of GET /models. */
export function modelList(created: number): JsonObject {
  const data = MODELS.map((id) => ({ id, object: 'model', created, owned_by: 'assay' }));
  return { object: 'list', data };
}

export function behaviourOf(model: string): Behaviour {
  const behaviour = Object.hasOwn(BEHAVIOURS, model) ? BEHAVIOURS[model] : undefined;
  if (behaviour === undefined) {
    throw Refusal.notFound('There is no such model.', 'model_not_found', 'model');
  }
  return behaviour;
}

/** Throws the failure of a failing model. */
export function refuseFailing(behaviour: Behaviour, stream = false): void {
  if (behaviour === 'limited') throw Refusal.limited();
  if (behaviour === 'fail' || (behaviour === 'fail-mid' && !stream)) throw Refusal.failed();
}

/** The times of `ref-slow`, which no setting changes but that of videos: its jobs last longer than others. */
export const SLOW = { tokens: 12, gapMs: 50, bodyMs: 300, videoTimes: 1.5 } as const;

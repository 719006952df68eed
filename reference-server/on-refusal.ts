import { Refusal } from './http/refusal.ts';

/** Takes a step and lets `handle` answer for its refusal, or throw another one. */
export function onRefusal<T>(step: () => T, handle: (refusal: Refusal) => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof Refusal) return handle(error);
    throw error;
  }
}

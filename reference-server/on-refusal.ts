import { Refusal } from './http/refusal.ts';

/** Runs a step; if it throws a refusal, returns what `handle` makes of it. */
export function onRefusal<T>(step: () => T, handle: (refusal: Refusal) => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof Refusal) return handle(error);
    throw error;
  }
}

import type { Hooks } from './hooks.ts';
import type { Parts } from './parts.ts';

/** All that one reference gateway consists of. */
export interface Gateway extends Parts {
  readonly hooks: Hooks;
}

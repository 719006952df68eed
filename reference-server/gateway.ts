import type { Hooks } from './hooks.ts';
import type { Parts } from './parts.ts';

/** All parts of one reference gateway. */
export interface Gateway extends Parts {
  readonly hooks: Hooks;
}

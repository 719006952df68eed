import { nearest } from './nearest.ts';

/** A fault or variant was asked for that does not exist. */
export class UnknownAlteration extends Error {
  override name = 'UnknownAlteration' as const;

  constructor(kind: 'fault' | 'variant', id: string, known: readonly string[]) {
    const near = nearest(id, known);
    super(`Unknown ${kind}: ${id}.${near === undefined ? '' : ` Did you mean ${near}?`}`);
  }
}

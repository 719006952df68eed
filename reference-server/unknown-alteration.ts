import { nearest } from './nearest.ts';

const ALL = {
  fault: '"assay list faults" shows all.',
  variant: 'docs/variants.md has all.',
} as const;

/** The requested fault or variant does not exist. */
export class UnknownAlteration extends Error {
  override name = 'UnknownAlteration' as const;

  constructor(kind: 'fault' | 'variant', id: string, known: readonly string[]) {
    const near = nearest(id, known);
    super(`Unknown ${kind}: ${id}. ${near === undefined ? ALL[kind] : `Did you mean ${near}?`}`);
  }
}

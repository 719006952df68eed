import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Mutant } from './mutant.ts';

/** A pattern is a text with `*` for anything. */
const PatternsSchema = z.array(z.string().min(1)).min(1);

const SurvivorsSchema = z.strictObject({
  /** Mutants that no rule finds, or names, with the reason. */
  survivors: z.array(
    z.strictObject({
      places: PatternsSchema,
      members: PatternsSchema,
      mutations: PatternsSchema,
      reason: z.string().min(20),
      /** Whether they survive depends on the moment of the recording. */
      sometimes: z.literal(true).optional(),
    }),
  ),
  /** Places where the reference gateway sends nothing, with the reason. */
  silent: z.array(z.strictObject({ places: PatternsSchema, reason: z.string().min(20) })),
});

export type Survivors = z.infer<typeof SurvivorsSchema>;
export type Survivor = Survivors['survivors'][number];

/** The survivors that are known and explained. */
export const SURVIVORS: Survivors = SurvivorsSchema.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'survivors.json'), 'utf8')),
);

export function isExplained(mutant: Mutant, { places, members, mutations }: Survivor): boolean {
  return (
    matches(mutant.place, places) &&
    matches(mutant.member, members) &&
    matches(mutant.mutation, mutations)
  );
}

/** Whether one of the patterns is the whole of the text. */
export function matches(text: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const parts = pattern.split('*').map((part) => RegExp.escape(part));
    return new RegExp(`^${parts.join('.*')}$`).test(text);
  });
}

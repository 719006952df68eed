import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Mutant } from './mutant.ts';

/** Texts with `*` for anything, divided by ` | `. */
const PatternsSchema = z.string().min(1);

const SurvivorsSchema = z.strictObject({
  /** Mutants that no rule finds, or names, with the reason. */
  survivors: z.array(
    z.strictObject({
      reason: z.string().min(20),
      /** Whether they survive depends on the moment of the recording. */
      sometimes: z.literal(true).optional(),
      /** By place and member the mutations. */
      mutants: z.record(PatternsSchema, z.record(PatternsSchema, PatternsSchema)),
    }),
  ),
  /** Places where the reference gateway sends nothing, with the reason. */
  silent: z.array(z.strictObject({ places: z.array(PatternsSchema), reason: z.string().min(20) })),
});

/** Mutants that survive for the same reason. */
export interface Survivor {
  readonly places: readonly string[];
  readonly members: readonly string[];
  readonly mutations: readonly string[];
  readonly sometimes: boolean;
}

const { survivors, silent } = SurvivorsSchema.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'survivors.json'), 'utf8')),
);

/** The survivors that are known and explained. */
export const SURVIVORS: readonly Survivor[] = survivors.flatMap(({ mutants, sometimes = false }) =>
  Object.entries(mutants).flatMap(([places, byMember]) =>
    Object.entries(byMember).map(([members, mutations]) => ({
      places: patternsOf(places),
      members: patternsOf(members),
      mutations: patternsOf(mutations),
      sometimes,
    })),
  ),
);

/** Patterns of the places that are silent for a reason. */
export const SILENT: readonly string[] = silent.flatMap(({ places }) => places);

function patternsOf(text: string): readonly string[] {
  return text.split(' | ');
}

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

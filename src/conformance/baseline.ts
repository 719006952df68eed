import { z } from 'zod';
import { OPERATION_NAMES } from '../contract/operations.ts';
import { didYouMean } from '../input/did-you-mean.ts';
import { firstProblem } from '../input/schema-problem.ts';
import { UsageError } from '../input/usage-error.ts';

/** What `--update-baseline` writes where no reason was given; a gate rejects it. */
export const NEW_ENTRY_REASON = 'Say here why this is accepted, and until when.';

const OperationsSchema = z
  .array(z.enum([...OPERATION_NAMES, 'other']))
  .default(() => [])
  .refine((names) => new Set(names).size === names.length, 'an operation is named twice');

const EntrySchema = z.strictObject({
  rule: z.string().describe('id of a rule, as "assay list rules" shows'),
  reason: z.string().describe('why it is accepted; shown in the report'),
  expires: z.iso.date().describe('the last day on which it is accepted, such as 2026-12-31'),
});

const AcceptedFindingSchema = EntrySchema.extend({
  operations: OperationsSchema.describe('operations whose answers show the finding'),
  underLoad: OperationsSchema.describe(
    'operations whose answers show it only under load: a run without load does not report it as stale',
  ),
}).refine(({ operations, underLoad }) => operations.length + underLoad.length > 0, {
  path: ['operations'],
  error: 'at least one operation is needed, here or in underLoad',
});

/** Accepted findings: one entry per rule, each with a reason and an expiry date. */
export const BaselineSchema = z.strictObject({
  accepted: z.array(AcceptedFindingSchema).describe('findings'),
  unverified: z
    .array(EntrySchema)
    .default(() => [])
    .describe('rules that Assay can never verify with this target'),
});

export type Baseline = z.infer<typeof BaselineSchema>;
export type AcceptedFinding = z.infer<typeof AcceptedFindingSchema>;
export type AcceptedGap = z.infer<typeof EntrySchema>;

export const NO_BASELINE: Baseline = { accepted: [], unverified: [] };

/** All operations of an entry, with and without load. */
export function acceptedOperations({
  operations,
  underLoad,
}: AcceptedFinding): readonly AcceptedFinding['operations'][number][] {
  return [...operations, ...underLoad];
}

/** The date in UTC, as entries write it. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Entries that have not expired. */
export function validAt(moment: Date, { accepted, unverified }: Baseline): Baseline {
  const today = dayOf(moment);
  return {
    accepted: accepted.filter(({ expires }) => expires >= today),
    unverified: unverified.filter(({ expires }) => expires >= today),
  };
}

/**
 * @param file named in errors
 * @param known ids of all rules
 * @throws UsageError for another shape, an unknown rule or a rule that has two entries
 */
export function parseBaseline(content: unknown, file: string, known: readonly string[]): Baseline {
  const parsed = BaselineSchema.safeParse(content);
  if (!parsed.success)
    throw new UsageError(
      `Baseline is malformed: ${file}. ${firstProblem(BaselineSchema, parsed.error, content)}`,
    );
  const seen = new Set<string>();
  for (const { rule } of [...parsed.data.accepted, ...parsed.data.unverified]) {
    if (!known.includes(rule)) {
      throw new UsageError(`Unknown rule: ${rule} in ${file}.${didYouMean(rule, known)}`);
    }
    if (seen.has(rule)) {
      throw new UsageError(
        `Two entries for one rule: ${rule} in ${file}. Merge them: an entry lists all operations of its rule.`,
      );
    }
    seen.add(rule);
  }
  return parsed.data;
}

const PLACEHOLDER =
  /^(say here why.*|(todo|tbd|fixme|xxx|reason|placeholder)\W*|[^\p{L}\p{N}]*)$/isu;

/** Whether a reason was never written: empty, punctuation alone, or a word that stands for one. */
export function isPlaceholder(reason: string): boolean {
  return PLACEHOLDER.test(reason.trim());
}

/** @throws UsageError naming the entries whose reason was never filled in */
export function requireReasons({ accepted, unverified }: Baseline, file: string): void {
  const without = [...accepted, ...unverified].filter(({ reason }) => isPlaceholder(reason));
  if (without.length === 0) return;
  const names = without.map(({ rule }) => rule).join(', ');
  throw new UsageError(
    `Baseline entries without a reason: ${names} in ${file}. Write into each why it is accepted, or give all of them one: --update-baseline --reason "…".`,
  );
}

import { z } from 'zod';
import { OPERATION_NAMES } from '../contract/operations.ts';
import { firstProblem } from '../words/first-problem.ts';
import { didYouMean } from '../words/nearest-name.ts';
import { UsageError } from '../words/usage-error.ts';
import { CATALOGUE } from './rules.ts';

const AcceptedFindingSchema = z.strictObject({
  rule: z.string().describe('id of a rule, as "assay list rules" shows'),
  operation: z.enum([...OPERATION_NAMES, 'other']).describe('whose answers show the finding'),
  in: z
    .literal('load')
    .optional()
    .describe('seen under load only: a run without load does not miss it'),
  reason: z.string().min(1).describe('why it is accepted; shown in the report'),
  expires: z.iso.date().describe('the last day on which it is accepted, such as 2026-12-31'),
});

/** Findings accepted for now, each with a reason and an expiry date. */
export const BaselineSchema = z.strictObject({
  accepted: z.array(AcceptedFindingSchema),
});

export type Baseline = z.infer<typeof BaselineSchema>;
export type AcceptedFinding = z.infer<typeof AcceptedFindingSchema>;

/**
 * @param file named in errors
 * @throws UsageError for another shape, an unknown rule or a finding that is accepted twice
 */
export function parseBaseline(content: unknown, file: string): Baseline {
  const parsed = BaselineSchema.safeParse(content);
  if (!parsed.success)
    throw new UsageError(
      `Baseline is malformed: ${file}. ${firstProblem(BaselineSchema, parsed.error, content)}`,
    );
  const known = CATALOGUE.map(({ rule }) => rule.id);
  const seen = new Set<string>();
  for (const { rule, operation } of parsed.data.accepted) {
    if (!known.includes(rule)) {
      throw new UsageError(`Unknown rule: ${rule} in ${file}.${didYouMean(rule, known)}`);
    }
    const name = `${rule} in ${operation}`;
    if (seen.has(name)) throw new UsageError(`Accepted twice: ${name}, in ${file}. Remove one.`);
    seen.add(name);
  }
  return parsed.data;
}

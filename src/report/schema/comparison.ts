import { z } from 'zod';
import { TEXT } from '../../measure/scalars.ts';
import { PerformanceSchema } from './performance.ts';
import { LevelSchema, ProvenanceSchema, VerdictSchema } from './rules.ts';
import { CauseSchema } from './run-report.ts';

/** The version of the comparison's shape; raised when a field changes its meaning or goes. */
export const COMPARISON_VERSION = 2;

const StandingSchema = z
  .enum(['differs', 'unsettled', 'same'])
  .describe('unsettled: nothing observed differs, but not every target showed it');

const SubjectSchema = z.object({
  label: TEXT,
  source: z.enum(['live', 'recorded']).describe('run for this comparison, or read from a file'),
  address: TEXT,
  profile: TEXT.nullable().describe('null when unknown'),
  startedAt: z.iso.datetime().nullable().describe('null when unknown'),
  assayVersion: TEXT,
  conformant: z.boolean().nullable(),
  partial: z.boolean().describe('its run was cut short or could not start'),
  reasons: z.array(TEXT).describe('what is missing and why, a sentence each'),
});

const OperationRowSchema = z.object({
  operation: TEXT,
  endpoint: TEXT.describe('such as POST /videos'),
  standing: StandingSchema,
  change: TEXT.optional().describe('what a client must change; only for differences'),
  cells: z.array(
    z.object({
      supported: z.boolean().nullable().describe('null when its report is missing'),
      reason: TEXT.optional().describe('why it counts as unsupported'),
    }),
  ),
});

const RuleRowSchema = z.object({
  id: TEXT,
  area: TEXT,
  level: LevelSchema,
  provenance: ProvenanceSchema,
  statement: TEXT,
  harm: TEXT.optional().describe('what a user loses when the rule is violated'),
  change: TEXT.optional().describe('what a client must change; only for differences'),
  standing: StandingSchema,
  cells: z.array(
    z.object({
      verdict: VerdictSchema.nullable().describe('null when its report does not have the rule'),
      detail: TEXT.optional().describe(
        'the first finding with its field, or why there is no verdict',
      ),
    }),
  ),
});

const CauseRowSchema = CauseSchema.extend({
  subjects: z.array(TEXT).describe('labels of those that violate the rules for it'),
});

const BehaviourRowSchema = z.object({
  id: TEXT,
  topic: TEXT,
  question: TEXT,
  silence: TEXT,
  standing: StandingSchema,
  cells: z.array(
    z.object({
      answer: TEXT.nullable().describe('null when it was not observed'),
      reason: TEXT.optional().describe('why it was not observed'),
    }),
  ),
});

export const ComparisonSchema = z.object({
  comparisonVersion: z.literal(COMPARISON_VERSION),
  assayVersion: TEXT,
  comparedAt: z.iso.datetime(),
  repro: TEXT.optional().describe('the command that repeats the comparison'),
  exitCode: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(130)]),
  reasons: z
    .array(TEXT)
    .optional()
    .describe('why --fail-on fails or is uncertain, a sentence each; absent without it'),
  partial: z.boolean().describe('the comparison was cut short; the subjects say where and why'),
  subjects: z.array(SubjectSchema).describe('in the order of the cells of every row'),
  performance: PerformanceSchema.optional().describe(
    'figures of load and capacity; absent where fewer than two subjects have any',
  ),
  operations: z
    .array(OperationRowSchema)
    .describe(
      'those that at least one target does not support: differences first, then unsettled ones',
    ),
  rules: z.array(RuleRowSchema).describe('differences first, then unsettled ones'),
  causes: z
    .array(CauseRowSchema)
    .optional()
    .describe('what several rules that differ have in common; absent where nothing'),
  behaviours: z.array(BehaviourRowSchema).describe('differences first, then unsettled ones'),
});

export type Comparison = z.infer<typeof ComparisonSchema>;
export type Standing = z.infer<typeof StandingSchema>;
export type SubjectRecord = z.infer<typeof SubjectSchema>;
export type OperationRow = z.infer<typeof OperationRowSchema>;
export type RuleRow = z.infer<typeof RuleRowSchema>;
export type CauseRow = z.infer<typeof CauseRowSchema>;
export type BehaviourRow = z.infer<typeof BehaviourRowSchema>;

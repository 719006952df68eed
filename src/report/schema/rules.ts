import { z } from 'zod';
import { INTEGER, MS, TEXT } from '../../measure/scalars.ts';
import { FindingSchema } from './finding.ts';

/** What a baseline accepts of one rule. */
const AcceptedSchema = z.object({
  operations: z
    .array(TEXT)
    .optional()
    .describe('whose findings are accepted; absent where the rule could not be verified'),
  cause: TEXT.optional().describe(
    'rule whose accepted finding is why this one could not be verified',
  ),
  reason: TEXT,
  expires: z.iso.date().describe('the last day on which it is accepted'),
});

/** What a baseline did to a run. */
export const BaselineSectionSchema = z.object({
  file: TEXT,
  accepted: INTEGER.describe(
    'rules with findings, or without a verdict, that it accepts in this run',
  ),
  expired: z.array(TEXT).describe('entries that have expired, a sentence each: they fail'),
  stale: z
    .array(TEXT)
    .describe('entries whose finding is gone, a sentence each: they warn, and fail if strict'),
  strict: z.boolean().optional().describe('a stale entry fails the run'),
});

export const LevelSchema = z.enum(['must', 'should', 'may']);
export const ProvenanceSchema = z.enum(['stated', 'assumed']);

export const VerdictSchema = z.enum([
  'pass',
  'fail',
  'warn',
  'note',
  'could-not-verify',
  'not-applicable',
]);

const JudgedSchema = z.object({
  operations: z
    .record(TEXT, INTEGER)
    .optional()
    .describe('findings by operation, where there are any'),
  pieces: z
    .record(TEXT, z.object({ judged: INTEGER, unverified: INTEGER }))
    .optional()
    .describe('pieces of evidence by the operations whose requests are in them'),
  judged: INTEGER.describe('pieces of evidence judged'),
  unverified: INTEGER.describe('pieces of evidence that could not settle the rule'),
  setAside: INTEGER.optional().describe(
    'part of unverified: findings about time, made while the load generator or Assay could not keep up',
  ),
  lost: INTEGER.optional().describe('part of unverified: the response, or its end, was lost'),
  shared: INTEGER.optional().describe(
    'pieces of evidence sent for other rules that settle this one too',
  ),
  findings: INTEGER,
  examples: z.array(FindingSchema).describe('the first findings'),
});

export const RuleResultSchema = z.object({
  id: TEXT,
  area: TEXT,
  level: LevelSchema,
  provenance: ProvenanceSchema,
  source: TEXT,
  statement: TEXT,
  verdict: VerdictSchema,
  reason: TEXT.optional().describe('why it could not be verified or is not applicable'),
  blockedBy: z
    .array(TEXT)
    .optional()
    .describe('rules whose findings are why it could not be verified, where they explain it all'),
  remark: TEXT.optional().describe(
    'which part of its evidence could not be judged, where the rest passed',
  ),
  override: TEXT.optional().describe(
    'how the profile changes the rule, or a setting that it reads, with the reason',
  ),
  accepted: AcceptedSchema.optional().describe(
    'what the baseline accepts: when it accepts all findings, the rule is only noted; one that could not be verified keeps its verdict',
  ),
  harm: TEXT.optional().describe('what a user of the gateway loses when it is violated'),
  clients: z
    .array(
      z.object({
        client: TEXT,
        version: TEXT,
        reaction: TEXT.describe('such as `throws SyntaxError`'),
      }),
    )
    .optional()
    .describe(
      'what official clients do when a gateway violates it, measured on one such gateway; only with findings',
    ),
  durationMs: MS.optional().describe('duration of its probe, which other rules may share'),
  conformance: JudgedSchema.optional(),
  load: JudgedSchema.optional(),
});

export type Verdict = z.infer<typeof VerdictSchema>;
export type JudgedRecord = z.infer<typeof JudgedSchema>;
export type RuleResult = z.infer<typeof RuleResultSchema>;

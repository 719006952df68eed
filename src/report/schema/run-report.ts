import { z } from 'zod';
import { INTEGER, MS, NUMBER, TEXT } from '../../measure/scalars.ts';
import { CapacitySchema } from './capacity.ts';
import { ExploreSchema } from './explore.ts';
import { LoadSchema } from './load.ts';
import { OverheadSchema } from './overhead.ts';
import { AgainstSchema } from './performance.ts';
import { BaselineSectionSchema, RuleResultSchema } from './rules.ts';

const ObjectiveSchema = z.object({
  objective: TEXT.describe('as written, such as `chat ttft p95 < 800ms`'),
  operation: TEXT,
  met: z.boolean().nullable().describe('null when it could not be judged'),
  measured: NUMBER.nullable(),
  limit: NUMBER,
  unit: TEXT,
  margin: z
    .object({
      value: NUMBER.describe('in the unit; negative when the objective was missed'),
      percentOfLimit: NUMBER.nullable().describe('null for a limit of 0'),
    })
    .optional()
    .describe('distance of the measured value from the limit; absent when it was not judged'),
  accepted: INTEGER.optional().describe(
    'findings that the baseline accepts, which are not counted in the measured value',
  ),
  reason: TEXT.optional(),
});

export type Objective = z.infer<typeof ObjectiveSchema>;

/** The version of the report's shape; raised when a field changes its meaning or goes. */
export const REPORT_VERSION = 4;

/** What several rules that did not pass have in common. */
export const CauseSchema = z.object({
  sentence: TEXT,
  rules: z.array(TEXT).describe('ids of the rules that it explains, worst first'),
});

const CountsSchema = z.object({
  pass: INTEGER,
  fail: INTEGER,
  warn: INTEGER,
  note: INTEGER,
  'could-not-verify': INTEGER,
  'not-applicable': INTEGER,
});

/** What the run spent, as far as the responses show. */
const SpendingSchema = z
  .object({
    unit: TEXT.describe('calls, or the currency of the prices'),
    spent: NUMBER,
    limit: NUMBER.optional().describe('the budget; absent without one'),
  })
  .describe('absent where the target is on this machine and has neither prices nor a budget');

export const RunReportSchema = z.object({
  schemaVersion: z.literal(REPORT_VERSION),
  assayVersion: TEXT,
  command: TEXT,
  outcome: z.enum(['pass', 'fail', 'inconclusive']),
  exitCode: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(130)]),
  partial: z.boolean().describe('the run was cut short'),
  reasons: z
    .array(TEXT)
    .describe('what decided the outcome, a sentence each, most important first'),
  startedAt: z.iso.datetime(),
  durationMs: MS,
  label: TEXT.optional().describe('name of the build, as given by --label'),
  seed: INTEGER,
  repro: TEXT.describe('the command that repeats the run'),
  configuration: z
    .object({
      file: TEXT,
      sha256: TEXT.describe('hex, of the file'),
      lines: z
        .record(TEXT, INTEGER)
        .optional()
        .describe('lines of its keys, such as target, models.chat or slo.<objective>, from 1'),
    })
    .optional()
    .describe('the configuration file that was read; absent when there was none'),
  settings: z
    .record(TEXT, z.unknown())
    .optional()
    .describe('file and flags together, in the form of assay.yaml, without secrets'),
  effort: z
    .enum(['thorough', 'modest'])
    .optional()
    .describe('how much the probes sent; absent without conformance'),
  spending: SpendingSchema.optional(),
  machine: z.object({ platform: TEXT, cpus: INTEGER, node: TEXT }),
  target: z.object({
    kind: TEXT,
    address: TEXT,
    note: TEXT.optional().describe('notes on the connection and on the responses there'),
  }),
  profile: z.object({
    name: TEXT,
    overrides: z.array(
      z.object({
        kind: z.enum(['setting', 'rule', 'provenance', 'prerequisite', 'operation']),
        subject: TEXT,
        value: z.unknown(),
        reason: TEXT,
        rules: z.array(TEXT).optional().describe('ids of the rules that it affects'),
      }),
    ),
  }),
  ruleSet: z
    .object({
      number: TEXT,
      newer: z.array(TEXT).describe('newer rules, which are only noted'),
    })
    .optional(),
  missingOperations: z
    .array(z.object({ operation: TEXT, reason: TEXT }))
    .optional()
    .describe('operations that the target does not support'),
  missingFeatures: z
    .array(TEXT)
    .optional()
    .describe('features with stated rules that the target does not offer, such as idempotency'),
  baseline: BaselineSectionSchema.optional(),
  causes: z
    .array(CauseSchema)
    .optional()
    .describe('what several rules that did not pass have in common'),
  conformant: z
    .boolean()
    .nullable()
    .describe('no required rule failed or is unverified; null when conformance was not checked'),
  counts: z.object({ stated: CountsSchema, assumed: CountsSchema }),
  rules: z.array(RuleResultSchema),
  explore: ExploreSchema.optional(),
  load: LoadSchema.optional(),
  capacity: CapacitySchema.optional(),
  overhead: OverheadSchema.optional(),
  against: AgainstSchema.optional(),
  slo: z.array(ObjectiveSchema),
});

export type RunReport = z.infer<typeof RunReportSchema>;

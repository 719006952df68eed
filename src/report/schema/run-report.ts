import { z } from 'zod';
import { CapacitySchema } from './capacity.ts';
import { LoadSchema } from './load.ts';
import { OverheadSchema } from './overhead.ts';
import { AgainstSchema } from './performance.ts';
import { BaselineSectionSchema, RuleResultSchema } from './rules.ts';

const ObjectiveSchema = z.object({
  objective: z.string().describe('as written, such as `chat ttft p95 < 800ms`'),
  operation: z.string(),
  met: z.boolean().nullable().describe('null when it could not be judged'),
  measured: z.number().nullable(),
  limit: z.number(),
  unit: z.string(),
  margin: z
    .object({
      value: z.number().describe('in the unit; negative when the objective was missed'),
      percentOfLimit: z.number().nullable().describe('null for a limit of 0'),
    })
    .optional()
    .describe('distance of the measured value from the limit; absent when it was not judged'),
  accepted: z
    .number()
    .int()
    .optional()
    .describe('findings that the baseline accepts, which are not counted in the measured value'),
  reason: z.string().optional(),
});

export type Objective = z.infer<typeof ObjectiveSchema>;

/** The version of the report's shape; raised when a field changes its meaning or goes. */
export const REPORT_VERSION = 3;

/** What several rules that did not pass have in common. */
const CauseSchema = z.object({
  sentence: z.string(),
  rules: z.array(z.string()).describe('ids of the rules that it explains, worst first'),
});

const CountsSchema = z.object({
  pass: z.number().int(),
  fail: z.number().int(),
  warn: z.number().int(),
  note: z.number().int(),
  'could-not-verify': z.number().int(),
  'not-applicable': z.number().int(),
});

/** What the run spent, as far as the responses show. */
const SpendingSchema = z
  .object({
    unit: z.string().describe('calls, or the currency of the prices'),
    spent: z.number(),
    limit: z.number().optional().describe('the budget; absent without one'),
  })
  .describe('absent where the target is on this machine and has neither prices nor a budget');

export const RunReportSchema = z.object({
  schemaVersion: z.literal(REPORT_VERSION),
  assayVersion: z.string(),
  command: z.string(),
  outcome: z.enum(['pass', 'fail', 'inconclusive']),
  exitCode: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(130)]),
  partial: z.boolean().describe('the run was cut short'),
  reasons: z
    .array(z.string())
    .describe('what decided the outcome, a sentence each, most important first'),
  startedAt: z.iso.datetime(),
  durationMs: z.number().describe('ms'),
  label: z.string().optional().describe('name of the build, as given by --label'),
  seed: z.number().int(),
  repro: z.string().describe('the command that repeats the run'),
  configuration: z
    .object({
      file: z.string(),
      sha256: z.string().describe('hex, of the file'),
      lines: z
        .record(z.string(), z.number().int())
        .optional()
        .describe('lines of its keys, such as target, models.chat or slo.<objective>, from 1'),
    })
    .optional()
    .describe('the configuration file that was read; absent when there was none'),
  settings: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('file and flags together, in the form of assay.yaml, without secrets'),
  effort: z
    .enum(['thorough', 'modest'])
    .optional()
    .describe('how much the probes sent; absent without conformance'),
  spending: SpendingSchema.optional(),
  machine: z.object({ platform: z.string(), cpus: z.number().int(), node: z.string() }),
  target: z.object({
    kind: z.string(),
    address: z.string(),
    note: z.string().optional().describe('notes on the connection and on the responses there'),
  }),
  profile: z.object({
    name: z.string(),
    overrides: z.array(
      z.object({
        kind: z.enum(['setting', 'rule', 'provenance', 'prerequisite', 'operation']),
        subject: z.string(),
        value: z.unknown(),
        reason: z.string(),
        rules: z.array(z.string()).optional().describe('ids of the rules that it affects'),
      }),
    ),
  }),
  ruleSet: z
    .object({
      number: z.string(),
      newer: z.array(z.string()).describe('newer rules, which are only noted'),
    })
    .optional(),
  missingOperations: z
    .array(z.object({ operation: z.string(), reason: z.string() }))
    .optional()
    .describe('operations that the target does not support'),
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
  load: LoadSchema.optional(),
  capacity: CapacitySchema.optional(),
  overhead: OverheadSchema.optional(),
  against: AgainstSchema.optional(),
  slo: z.array(ObjectiveSchema),
});

export type RunReport = z.infer<typeof RunReportSchema>;

import { z } from 'zod';
import { AcceptedSchema, BaselineSectionSchema } from './baseline-schema.ts';
import { CapacitySchema } from './capacity-schema.ts';
import { CauseSchema } from './cause-schema.ts';
import { FindingSchema } from './finding-schema.ts';

/** The version of the report's shape; raised when a field changes its meaning or goes. */
export const REPORT_VERSION = 1;

const MS = z.number().describe('ms');

export const PercentilesSchema = z
  .object({ p50: MS, p90: MS, p95: MS, p99: MS, max: MS, mean: MS.optional() })
  .describe(
    'Nearest-rank percentiles in ms, within 0.1 % of the exact value; max and mean are exact.',
  );

const LevelSchema = z.enum(['must', 'should', 'may']);
const ProvenanceSchema = z.enum(['stated', 'assumed']);

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
    .record(z.string(), z.number().int())
    .optional()
    .describe('findings by operation, where there are any'),
  pieces: z
    .record(z.string(), z.object({ judged: z.number().int(), unverified: z.number().int() }))
    .optional()
    .describe('pieces of evidence by the operations whose requests are in them'),
  judged: z.number().int().describe('pieces of evidence judged'),
  unverified: z.number().int().describe('pieces of evidence that could not settle the rule'),
  setAside: z
    .number()
    .int()
    .optional()
    .describe(
      'of the unverified: findings that measure time, taken while the load generator or Assay itself could not keep up',
    ),
  lost: z
    .number()
    .int()
    .optional()
    .describe('of the unverified: those whose answer, or its end, was lost on the way'),
  shared: z
    .number()
    .int()
    .optional()
    .describe('pieces of evidence that were sent for other rules, and settle this one too'),
  findings: z.number().int(),
  examples: z.array(FindingSchema).describe('the first findings'),
});

export const RuleResultSchema = z.object({
  id: z.string(),
  area: z.string(),
  level: LevelSchema,
  provenance: ProvenanceSchema,
  source: z.string(),
  statement: z.string(),
  verdict: VerdictSchema,
  reason: z.string().optional().describe('why it could not be verified or is not applicable'),
  blockedBy: z
    .array(z.string())
    .optional()
    .describe('rules whose findings are why it could not be verified, where they explain it all'),
  remark: z
    .string()
    .optional()
    .describe('which part of its evidence could not be judged, where the rest passed'),
  override: z
    .string()
    .optional()
    .describe('what the profile changes of it, or of a knob that it reads, with the reason'),
  accepted: AcceptedSchema.optional().describe(
    'what the baseline accepts: when it accepts all findings, the rule is only noted; one that could not be verified keeps its verdict',
  ),
  harm: z.string().optional().describe('what a user of the gateway loses when it is broken'),
  durationMs: MS.optional().describe('of its probe, which other rules may share'),
  conformance: JudgedSchema.optional(),
  load: JudgedSchema.optional(),
});

const FiguresSchema = z.object({
  exchanges: z.number().int(),
  throughput: z
    .number()
    .optional()
    .describe('answers finished per second; rates are absent when no duration is known'),
  errorRate: z.number().describe('share that failed; 429s, our own aborts and cuts are not in it'),
  errors: z
    .record(z.string(), z.number().int())
    .describe('by kind: an outcome such as `refused`, or `status 500`'),
  throttled: z.number().int().describe('answers with status 429'),
  throttledShare: z
    .number()
    .optional()
    .describe('share of good, failed and throttled answers that were throttled'),
  inFlightRefusals: z
    .number()
    .int()
    .describe('retries told that the first request of their key is still in flight'),
  aborted: z.number().int().describe('left on purpose'),
  cutByEnd: z.number().int().describe('still running when the run ended'),
  metClosing: z
    .number()
    .int()
    .optional()
    .describe(
      'lost on a kept connection that the gateway closed without saying so; neither good nor errors',
    ),
  goodput: z.number().optional().describe('answers per second that met every objective of the SLO'),
  goodRatio: z.number().nullable().describe('share of answers that met every objective'),
  tokensPerSecond: z.number().optional(),
  goodTokensPerSecond: z
    .number()
    .optional()
    .describe('tokens per second of the answers that met every objective of the SLO'),
  coalesced: z.number().int().optional().describe('tokens that shared a read with the one before'),
  ttftMs: PercentilesSchema.optional(),
  itlMs: PercentilesSchema.optional(),
  tpotMs: PercentilesSchema.optional(),
  e2eMs: PercentilesSchema.optional(),
  ttftFromIntendedMs: PercentilesSchema.optional(),
  e2eFromIntendedMs: PercentilesSchema.optional(),
  uploadBytesPerSecond: z
    .number()
    .optional()
    .describe('bytes of the forms of good answers, as sent, per second'),
  replayMs: PercentilesSchema.optional().describe(
    'send to end of good answers under an idempotency key that had been answered before',
  ),
});

export const OperationLoadSchema = FiguresSchema.extend({
  modes: z
    .record(z.string(), FiguresSchema)
    .optional()
    .describe('the same figures by the form of the answer: body, stream, slow (read slowly)'),
});

const JobsSchema = z
  .object({
    created: z.number().int(),
    completed: z.number().int(),
    failed: z.number().int(),
    cancelled: z.number().int(),
    notEnded: z.number().int().describe('nobody saw their end'),
    durationMs: PercentilesSchema.optional().describe(
      'send of the create to the answer that showed a completed or failed job',
    ),
    pollLagMs: PercentilesSchema.optional().describe(
      'at most so long a job had ended before a poll showed it',
    ),
    statedPollLagMs: PercentilesSchema.optional().describe(
      'completed_at to the Date of the answer that showed it: the clock of the gateway, to the second',
    ),
    cancelLatencyMs: PercentilesSchema.optional().describe(
      'send of the first DELETE to the first answer that showed the job cancelled',
    ),
  })
  .describe('video jobs of which every exchange came');

export const ViolationSchema = z.object({
  rule: z.string(),
  level: LevelSchema,
  provenance: ProvenanceSchema,
  operation: z.string(),
  count: z.number().int(),
  accepted: z.boolean().optional().describe('the baseline accepts it'),
  examples: z.array(FindingSchema),
});

export const ObjectiveSchema = z.object({
  objective: z.string().describe('as written, such as `chat ttft p95 < 800ms`'),
  operation: z.string(),
  met: z.boolean().nullable().describe('null when it could not be judged'),
  measured: z.number().nullable(),
  bound: z.number(),
  unit: z.string(),
  margin: z
    .object({
      value: z.number().describe('in the unit; negative when the bound was missed'),
      percentOfBound: z.number().nullable().describe('null for a bound of 0'),
    })
    .optional()
    .describe('how far what was measured is from the bound; absent when it was not judged'),
  accepted: z
    .number()
    .int()
    .optional()
    .describe('findings that the baseline accepts: they are not in what was measured'),
  reason: z.string().optional(),
});

export const GeneratorHealthSchema = z.object({
  healthy: z.boolean(),
  reason: z.string().optional(),
  seconds: z.number().int().describe('seconds sampled'),
  unhealthySeconds: z.number().int(),
  asked: z.number().int().describe('arrivals that the schedule wanted'),
  started: z.number().int(),
  notStarted: z.number().int(),
  interrupted: z.number().int(),
  latenessP99Ms: MS.describe('of arrivals, worst second'),
  latenessMaxMs: MS,
  schedulerLatencyP99Ms: MS.describe('of the Go scheduler, worst second'),
  tickerLatenessMaxMs: MS,
});

export const LoadSchema = z.object({
  scenario: z.string(),
  model: z
    .enum(['open', 'closed'])
    .optional()
    .describe('closed: arrivals wait for answers, so figures are no open model’s'),
  workload: z.record(z.string(), z.unknown()),
  durationMs: MS,
  exchanges: z.number().int(),
  judgedExchanges: z.number().int(),
  judgedShare: z.number().describe('1 when every exchange was judged'),
  groups: z.object({
    judged: z.number().int(),
    notJudged: z
      .number()
      .int()
      .describe('members missing, cut by the end, or broken off as the target ended'),
  }),
  dropped: z.object({ bodies: z.number().int(), timings: z.number().int() }),
  brokenOff: z
    .object({ exchanges: z.number().int(), groups: z.number().int() })
    .optional()
    .describe('broke off and nothing sent later was answered: not judged'),
  leftOut: z
    .array(
      z.object({
        scenario: z.string(),
        operations: z
          .array(z.string())
          .optional()
          .describe('missing operations, where it was sent without them; absent where it was not'),
        share: z
          .number()
          .optional()
          .describe(
            'part of the arrivals, as the workload plans them, that would have sent a missing operation; absent where a trace says what is sent',
          ),
        reason: z.string(),
      }),
    )
    .optional()
    .describe('scenarios that were not sent, or not whole, as the target does not offer all of it'),
  abortedBy: z
    .object({
      condition: z.string().describe('as written, such as `all errors > 20% over 10s`'),
      atMs: MS.describe('since the start of the load'),
      windowMs: MS.describe('the time that was looked back on'),
      measured: z.number(),
      bound: z.number(),
      unit: z.string(),
    })
    .optional()
    .describe('the condition of abortOn that ended the load early; the figures are those up to it'),
  arrivalRate: z.object({
    asked: z.number().describe('arrivals per second'),
    started: z.number().optional().describe('absent when no duration is known'),
  }),
  operations: z.record(z.string(), OperationLoadSchema),
  jobs: JobsSchema.optional(),
  violations: z.array(ViolationSchema),
  series: z
    .array(
      z.object({
        atS: z.number().int(),
        asked: z.number().int(),
        started: z.number().int(),
        inFlight: z.number().int().describe('iterations started and not finished'),
        partial: z
          .literal(true)
          .optional()
          .describe('the engine ended within it: asked, started and inFlight are not known, and 0'),
        finished: z.number().int(),
        errors: z.number().int(),
        e2eP50Ms: MS.optional(),
        e2eP99Ms: MS.optional(),
        ttftP50Ms: MS.optional(),
        ttftP99Ms: MS.optional(),
      }),
    )
    .describe('second by second'),
  health: GeneratorHealthSchema,
});

const CountsSchema = z.object({
  pass: z.number().int(),
  fail: z.number().int(),
  warn: z.number().int(),
  note: z.number().int(),
  'could-not-verify': z.number().int(),
  'not-applicable': z.number().int(),
});

export const RunReportSchema = z.object({
  schemaVersion: z.literal(REPORT_VERSION),
  assayVersion: z.string(),
  command: z.string(),
  outcome: z.enum(['pass', 'fail', 'inconclusive']),
  exitCode: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(130)]),
  partial: z.boolean().describe('the run was cut short'),
  reasons: z.array(z.string()).describe('what decided the outcome, a sentence each, first first'),
  startedAt: z.iso.datetime(),
  durationMs: MS,
  seed: z.number().int(),
  repro: z.string().describe('the command that repeats the run'),
  configuration: z
    .object({ file: z.string(), sha256: z.string().describe('hex, of the file') })
    .optional()
    .describe('the configuration file that was read; absent when there was none'),
  machine: z.object({ platform: z.string(), cpus: z.number().int(), node: z.string() }),
  target: z.object({
    kind: z.string(),
    address: z.string(),
    note: z
      .string()
      .optional()
      .describe('what to know of the way there, and of how it answered there'),
  }),
  profile: z.object({
    name: z.string(),
    overrides: z.array(
      z.object({
        kind: z.enum(['knob', 'rule', 'provenance', 'prerequisite', 'operation']),
        subject: z.string(),
        value: z.unknown(),
        reason: z.string(),
        rules: z.array(z.string()).optional().describe('ids of the rules that it touches'),
      }),
    ),
  }),
  ruleSet: z
    .object({
      number: z.string(),
      newer: z.array(z.string()).describe('rules that came later: they are only noted'),
    })
    .optional(),
  absent: z
    .array(z.object({ operation: z.string(), reason: z.string() }))
    .optional()
    .describe('operations that the target does not offer'),
  baseline: BaselineSectionSchema.optional(),
  causes: z
    .array(CauseSchema)
    .optional()
    .describe('what several rules that did not pass have in common'),
  conformant: z
    .boolean()
    .nullable()
    .describe('no must failed and none is unverified; null when conformance was not asked for'),
  counts: z.object({ stated: CountsSchema, assumed: CountsSchema }),
  rules: z.array(RuleResultSchema),
  load: LoadSchema.optional(),
  capacity: CapacitySchema.optional(),
  slo: z.array(ObjectiveSchema),
});

export type Percentiles = z.infer<typeof PercentilesSchema>;
export type Verdict = z.infer<typeof VerdictSchema>;
export type JudgedRecord = z.infer<typeof JudgedSchema>;
export type RuleResult = z.infer<typeof RuleResultSchema>;
export type Figures = z.infer<typeof FiguresSchema>;
export type OperationLoad = z.infer<typeof OperationLoadSchema>;
export type Violation = z.infer<typeof ViolationSchema>;
export type Objective = z.infer<typeof ObjectiveSchema>;
export type GeneratorHealth = z.infer<typeof GeneratorHealthSchema>;
export type JobFigures = z.infer<typeof JobsSchema>;
export type LoadReport = z.infer<typeof LoadSchema>;
export type RunReport = z.infer<typeof RunReportSchema>;

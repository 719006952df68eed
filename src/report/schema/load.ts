import { z } from 'zod';
import { FindingSchema } from './finding.ts';
import { LevelSchema, ProvenanceSchema } from './rules.ts';
import { AddedSchema, JobsSchema, OperationLoadSchema } from './traffic.ts';

/** Runs of neighbouring buckets, such as `1021:3,1;1030:2`. */
const RUNS = /^\d{1,4}:\d{1,12}(?:,\d{1,12})*(?:;\d{1,4}:\d{1,12}(?:,\d{1,12})*)*$/;

const HistogramSchema = z
  .string()
  .regex(RUNS)
  .optional()
  .describe(
    'counts of durations: runs `bucket:count,count,…` joined by `;`. Bucket b has the durations up to 0.001 ms × 1.002^(5b + 4). Absent when nothing was measured',
  );

const SampleSchema = z.object({
  good: z.number().int(),
  failed: z.number().int(),
  throttled: z.number().int(),
  withinSlo: z.number().int().describe('good, and within every objective'),
  ttft: HistogramSchema,
  itl: HistogramSchema,
  tpot: HistogramSchema,
  e2e: HistogramSchema,
  addedTtft: HistogramSchema,
  addedE2e: HistogramSchema,
  forward: HistogramSchema,
  relay: HistogramSchema,
});

export const SamplesSchema = z
  .record(z.string(), z.record(z.string(), z.array(SampleSchema).max(1000)))
  .describe(
    'by operation and mode: counts and latencies in blocks of time, of whole seconds, by the end of each request, which `assay compare` draws from. TTFT and request latency (e2e) run from the scheduled start. The last four are what the gateway adds, as in `overhead`; only with --upstream',
  );

export type SampleRecord = z.infer<typeof SampleSchema>;
export type SamplesRecord = z.infer<typeof SamplesSchema>;

const MS = z.number().describe('ms');

const ColumnSchema = z.object({
  atS: z.number().int().describe('start of the column, in seconds'),
  good: z.number().int(),
  failed: z.number().int().optional().describe('absent when none did'),
  throttled: z.number().int().optional().describe('status 429; absent when none had it'),
  e2eP50Ms: MS.optional(),
  e2eP95Ms: MS.optional(),
  ttftP50Ms: MS.optional(),
  ttftP95Ms: MS.optional(),
  heat: z
    .string()
    .regex(/^-?\d+:\d+(,\d+)*$/)
    .optional()
    .describe(
      'request latencies: `bin:count,count,…` from the first bin with a count; bin b begins at binRatio to the power of b, in ms',
    ),
});

export const TimelineSchema = z
  .object({
    widthS: z.number().int().describe('width of a column, in seconds'),
    binRatio: z.number(),
    operations: z.array(
      z.object({
        operation: z.string(),
        mode: z.string(),
        columns: z.array(ColumnSchema),
        curve: z
          .record(z.string(), MS)
          .describe('percentiles of the request latency that the responses carry, by percent'),
      }),
    ),
  })
  .describe(
    'by operation and mode, without slow readers and without retries that waited: what ended in each column of time; latencies of good responses, from the scheduled start',
  );

export type TimelineReport = z.infer<typeof TimelineSchema>;
export type OperationTimeline = TimelineReport['operations'][number];
export type TimelineColumn = z.infer<typeof ColumnSchema>;

const ViolationSchema = z.object({
  rule: z.string(),
  level: LevelSchema,
  provenance: ProvenanceSchema,
  operation: z.string(),
  count: z.number().int(),
  accepted: z.boolean().optional().describe('the baseline accepts it'),
  examples: z.array(FindingSchema),
});

const GeneratorHealthSchema = z.object({
  watched: z
    .literal(true)
    .optional()
    .describe(
      'clients sent the requests and Assay passed them on: the delays are those of passing on',
    ),
  healthy: z.boolean(),
  reason: z.string().optional(),
  seconds: z.number().int().describe('seconds sampled'),
  unhealthySeconds: z.number().int(),
  scheduled: z.number().int().describe('arrivals that the schedule planned'),
  started: z.number().int(),
  notStarted: z.number().int(),
  interrupted: z.number().int().describe('iterations that the end of the run cut off'),
  latenessP99Ms: MS.describe('start delay in the worst second'),
  latenessMaxMs: MS,
  schedulerLatencyP99Ms: MS.describe('Go scheduler delay in the worst second'),
  tickerLatenessMaxMs: MS.describe('longest delay of a timer of the load generator'),
});

export const LoadSchema = z.object({
  scenario: z.string(),
  model: z
    .enum(['open', 'closed'])
    .optional()
    .describe(
      'closed: arrivals wait for responses, so figures are not comparable with those of an open model',
    ),
  workload: z.record(z.string(), z.unknown()),
  durationMs: MS,
  exchanges: z.number().int(),
  judgedExchanges: z.number().int(),
  judgedShare: z.number().describe('1 when every request was checked against the rules'),
  groups: z.object({
    judged: z.number().int(),
    notJudged: z
      .number()
      .int()
      .describe(
        'requests missing, cut off by the end of the run, or broken off when the target ended',
      ),
  }),
  dropped: z.object({ bodies: z.number().int(), timings: z.number().int() }),
  brokenOff: z
    .object({ exchanges: z.number().int(), groups: z.number().int() })
    .optional()
    .describe('broke off, with no later request answered, and were not judged'),
  excluded: z
    .array(
      z.object({
        scenario: z.string(),
        missingOperations: z
          .array(z.string())
          .optional()
          .describe('those it was sent without; absent where the scenario was not sent at all'),
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
    .describe(
      'scenarios that were not sent, or only in part, because the target does not support all operations',
    ),
  abortedBy: z
    .object({
      condition: z.string().describe('as written, such as `all errors > 20% over 10s`'),
      atMs: MS.describe('since the start of the load'),
      windowMs: MS.describe('length of the window'),
      measured: z.number(),
      limit: z.number(),
      unit: z.string(),
    })
    .optional()
    .describe(
      'the condition of abortOn that ended the load early; figures include only what came before',
    ),
  arrivalRate: z.object({
    offered: z.number().describe('target rate, in arrivals per second'),
    started: z.number().optional().describe('absent when no duration is known'),
  }),
  operations: z.record(z.string(), OperationLoadSchema),
  jobs: JobsSchema.optional(),
  relays: z
    .object({
      sent: z
        .number()
        .int()
        .describe('requests, or groups of one key, that could be found upstream'),
      matched: z.number().int().describe('that were found there'),
      lost: z.number().int().describe('not compared, because the memory for them was full'),
    })
    .optional()
    .describe('how much of the traffic was seen at both ends; absent without --upstream'),
  overhead: z
    .record(z.string(), AddedSchema)
    .optional()
    .describe(
      'by operation: what the gateway adds to the times of its provider, with the send and the read of the caller in it. Successful requests that the gateway sent upstream once; absent without --upstream',
    ),
  violations: z.array(ViolationSchema),
  series: z
    .array(
      z.object({
        atS: z.number().int(),
        scheduled: z.number().int(),
        started: z.number().int(),
        inFlight: z.number().int().describe('iterations started and not finished'),
        partial: z
          .literal(true)
          .optional()
          .describe(
            'the engine ended within it: scheduled, started and inFlight are unknown, and 0',
          ),
        late: z.literal(true).optional().describe('the load generator could not keep up within it'),
        completed: z.number().int(),
        errors: z.number().int(),
        e2eP50Ms: MS.optional(),
        e2eP99Ms: MS.optional(),
        ttftP50Ms: MS.optional(),
        ttftP99Ms: MS.optional(),
      }),
    )
    .describe('second by second'),
  timeline: TimelineSchema.optional(),
  samples: SamplesSchema.optional(),
  health: GeneratorHealthSchema,
});

export type Violation = z.infer<typeof ViolationSchema>;
export type GeneratorHealth = z.infer<typeof GeneratorHealthSchema>;
export type LoadReport = z.infer<typeof LoadSchema>;

import { z } from 'zod';
import { GeneratorHealthSchema } from '../../measure/generator-health.ts';
import { INTEGER, MS, NUMBER, TEXT } from '../../measure/scalars.ts';
import { FindingSchema, TraceSchema } from './finding.ts';
import { LevelSchema, ProvenanceSchema } from './rules.ts';
import { AddedSchema, JobsSchema, OperationLoadSchema } from './traffic.ts';

/** Runs of neighbouring buckets, such as `1021:3,1;1030:2`. */
const RUNS = /^\d{1,4}:\d{1,12}(?:,\d{1,12})*(?:;\d{1,4}:\d{1,12}(?:,\d{1,12})*)*$/;

const HistogramSchema = TEXT.regex(RUNS)
  .optional()
  .describe(
    'counts of durations: runs `bucket:count,count,…` joined by `;`. Bucket b has the durations up to 0.001 ms × 1.002^(5b + 4). Absent when nothing was measured',
  );

const SampleSchema = z.object({
  good: INTEGER,
  failed: INTEGER,
  throttled: INTEGER,
  withinSlo: INTEGER.describe('good, and within every objective'),
  ttft: HistogramSchema,
  itl: HistogramSchema,
  tpot: HistogramSchema,
  args: HistogramSchema,
  e2e: HistogramSchema,
  addedTtft: HistogramSchema,
  addedE2e: HistogramSchema,
  forward: HistogramSchema,
  relay: HistogramSchema,
});

export const SamplesSchema = z
  .record(TEXT, z.record(TEXT, z.array(SampleSchema).max(1000)))
  .describe(
    'by operation and mode: counts and latencies in blocks of time, of whole seconds, by the end of each request, which `assay compare` draws from. TTFT, the time to the last argument of a call (args) and request latency (e2e) run from the scheduled start. The last four are what the gateway adds, as in `overhead`; only with --upstream',
  );

export type SampleRecord = z.infer<typeof SampleSchema>;
export type SamplesRecord = z.infer<typeof SamplesSchema>;

const ColumnSchema = z.object({
  atS: INTEGER.describe('start of the column, in seconds'),
  good: INTEGER,
  failed: INTEGER.optional().describe('absent when none did'),
  throttled: INTEGER.optional().describe('status 429; absent when none had it'),
  e2eP50Ms: MS.optional(),
  e2eP95Ms: MS.optional(),
  ttftP50Ms: MS.optional(),
  ttftP95Ms: MS.optional(),
  heat: TEXT.regex(/^-?\d+:\d+(,\d+)*$/)
    .optional()
    .describe(
      'request latencies: `bin:count,count,…` from the first bin with a count; bin b begins at binRatio to the power of b, in ms',
    ),
});

export const TimelineSchema = z
  .object({
    widthS: INTEGER.describe('width of a column, in seconds'),
    binRatio: NUMBER,
    operations: z.array(
      z.object({
        operation: TEXT,
        mode: TEXT,
        columns: z.array(ColumnSchema),
        curve: z
          .record(TEXT, MS)
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
  rule: TEXT,
  level: LevelSchema,
  provenance: ProvenanceSchema,
  operation: TEXT,
  count: INTEGER,
  accepted: z.boolean().optional().describe('the baseline accepts it'),
  examples: z.array(FindingSchema),
});

const HealthSchema = z.object({
  watched: z
    .literal(true)
    .optional()
    .describe(
      'clients sent the requests and Assay passed them on: the delays are those of passing on',
    ),
  ...GeneratorHealthSchema.shape,
});

export const LoadSchema = z.object({
  scenario: TEXT,
  model: z
    .enum(['open', 'closed'])
    .optional()
    .describe(
      'closed: arrivals wait for responses, so figures are not comparable with those of an open model',
    ),
  workload: z.record(TEXT, z.unknown()),
  durationMs: MS,
  exchanges: INTEGER,
  judgedExchanges: INTEGER,
  judgedShare: NUMBER.describe('1 when every request was checked against the rules'),
  groups: z.object({
    judged: INTEGER,
    notJudged: INTEGER.describe(
      'requests missing, cut off by the end of the run, or broken off when the target ended',
    ),
  }),
  dropped: z.object({ bodies: INTEGER, timings: INTEGER }),
  connections: z
    .array(
      z.object({
        address: TEXT.describe('IP address and port, or path of a unix socket'),
        opened: INTEGER,
        failed: INTEGER.describe('that could not be opened'),
        mostStreams: INTEGER.optional().describe(
          'concurrent requests on one of them, at most; only with HTTP/2',
        ),
      }),
    )
    .optional()
    .describe('that the load engine opened, by the address that they went to'),
  brokenOff: z
    .object({ exchanges: INTEGER, groups: INTEGER })
    .optional()
    .describe('broke off, with no later request answered, and were not judged'),
  excluded: z
    .array(
      z.object({
        scenario: TEXT,
        missingOperations: z
          .array(TEXT)
          .optional()
          .describe('those it was sent without; absent where the scenario was not sent at all'),
        share: NUMBER.optional().describe(
          'part of the arrivals, as the workload plans them, that would have sent a missing operation; absent where a trace says what is sent',
        ),
        reason: TEXT,
      }),
    )
    .optional()
    .describe(
      'scenarios that were not sent, or only in part, because the target does not support all operations',
    ),
  abortedBy: z
    .object({
      condition: TEXT.describe('as written, such as `all errors > 20% over 10s`'),
      atMs: MS.describe('since the start of the load'),
      windowMs: MS.describe('length of the window'),
      measured: NUMBER,
      limit: NUMBER,
      unit: TEXT,
    })
    .optional()
    .describe(
      'the condition of abortOn that ended the load early; figures include only what came before',
    ),
  arrivalRate: z.object({
    offered: NUMBER.describe('target rate, in arrivals per second'),
    started: NUMBER.optional().describe('absent when no duration is known'),
  }),
  operations: z.record(TEXT, OperationLoadSchema),
  jobs: JobsSchema.optional(),
  relays: z
    .object({
      sent: INTEGER.describe('requests, or groups of one key, that could be found upstream'),
      matched: INTEGER.describe('that were found there'),
      lost: INTEGER.describe('not compared, because the memory for them was full'),
    })
    .optional()
    .describe('how much of the traffic was seen at both ends; absent without --upstream'),
  overhead: z
    .record(TEXT, AddedSchema)
    .optional()
    .describe(
      'by operation: what the gateway adds to the times of its provider, with the send and the read of the caller in it. Successful requests that the gateway sent upstream once; absent without --upstream',
    ),
  violations: z.array(ViolationSchema),
  slowest: z
    .array(
      z.object({
        exchange: INTEGER.describe('number of the request in its run'),
        operation: TEXT,
        mode: TEXT,
        e2eMs: MS,
        ttftMs: MS.optional(),
        trace: TraceSchema,
      }),
    )
    .optional()
    .describe(
      'the slowest good requests of each operation whose traces are sampled, at most 3; absent without traces',
    ),
  series: z
    .array(
      z.object({
        atS: INTEGER,
        scheduled: INTEGER,
        started: INTEGER,
        inFlight: INTEGER.describe('iterations started and not finished'),
        inFlightMean: NUMBER.optional().describe(
          'requests between send and end, mean of the second; absent in earlier reports',
        ),
        inFlightMax: NUMBER.optional().describe(
          'the same, mean of the quarter of the second that had the most; absent in earlier reports',
        ),
        partial: z
          .literal(true)
          .optional()
          .describe(
            'the engine ended within it: scheduled, started and inFlight are unknown, and 0',
          ),
        late: z.literal(true).optional().describe('the load generator could not keep up within it'),
        completed: INTEGER,
        errors: INTEGER,
        e2eP50Ms: MS.optional(),
        e2eP99Ms: MS.optional(),
        ttftP50Ms: MS.optional(),
        ttftP99Ms: MS.optional(),
      }),
    )
    .describe('second by second'),
  timeline: TimelineSchema.optional(),
  samples: SamplesSchema.optional(),
  health: HealthSchema,
});

export type Violation = z.infer<typeof ViolationSchema>;
export type GeneratorHealth = z.infer<typeof HealthSchema>;
export type LoadReport = z.infer<typeof LoadSchema>;

import { z } from 'zod';
import { ScalingLawSchema } from '../../measure/capacity/scaling-law.ts';
import { SizingSchema } from '../../measure/capacity/sizing.ts';
import { INTEGER, MS, NUMBER, PER_SECOND, TEXT } from '../../measure/scalars.ts';

const LatencySchema = z
  .object({ mean: MS, p50: MS, p95: MS, p99: MS })
  .describe(
    'good responses after the warm-up, all operations together; from the send or the scheduled start to the end',
  );

const OutcomeSchema = z.enum(['sustained', 'not-sustained', 'inconclusive', 'generator']);

const CapacityStepSchema = z.object({
  arrivalRate: NUMBER.describe('target rate, in arrivals per second'),
  startedRate: PER_SECOND,
  completedRate: NUMBER.describe(
    'good responses per second; where the gateway fell behind, between the first and the last response',
  ),
  repeats: INTEGER.describe('runs at this rate'),
  sustainedRuns: INTEGER.describe('runs in which every objective was met and the gateway kept up'),
  outcome: OutcomeSchema.describe('outcome of most of its runs'),
  met: z.boolean().nullable().describe('every objective, in most runs; null when there was none'),
  objectives: z.array(
    z.object({
      objective: TEXT.describe('as written'),
      metIn: INTEGER.describe('runs in which it was met'),
      measuredIn: INTEGER.optional().describe('runs in which it was measured'),
      measured: NUMBER.nullable().describe('in the worst run, in the unit of the limit'),
      unit: TEXT,
    }),
  ),
  keptUp: z.boolean().nullable().describe('the gateway kept up; null when undecided'),
  slope: NUMBER.nullable().describe(
    'growth of the latency in ms per ms, mean of the runs: an overload of 1 % is 0.01',
  ),
  exchanges: INTEGER.describe('after the warm-up'),
  errors: INTEGER,
  throttled: INTEGER.describe('answers with status 429'),
  refused: INTEGER.optional().describe(
    'errors in which the gateway rejected the request: status 503, or no connection',
  ),
  timedOut: INTEGER.optional().describe('errors by timeout'),
  overdue: INTEGER.optional().describe(
    'cut off by the end of the step after much longer than responses take; not in any other count',
  ),
  inFlight: NUMBER.describe('requests between send and end, mean over time'),
  fromIntendedMs: LatencySchema.optional(),
  fromSendMs: LatencySchema.optional(),
  ttftFromIntendedMs: LatencySchema.optional(),
  measuredMs: NUMBER.describe('measured time of all runs together'),
  health: z.object({
    healthy: z.boolean().describe('in every run'),
    reason: TEXT.optional(),
    latenessP99Ms: MS.describe('start delay in the worst second'),
    schedulerLatencyP99Ms: MS.describe('Go scheduler delay in the worst second'),
    starved: z.boolean().describe('the generator waited for a core in most seconds'),
    inFlightLimit: INTEGER.describe('maximum number of concurrent iterations'),
    exhausted: z.boolean().describe('all of them were busy at some second'),
  }),
});

export const CapacitySchema = z.object({
  scenario: TEXT,
  arrivals: z.enum(['constant', 'poisson']),
  knee: z
    .object({
      arrivalRate: NUMBER.describe('highest arrivals per second that the gateway sustains'),
      confidence: z.object({
        low: PER_SECOND,
        high: PER_SECOND,
        level: NUMBER.describe('probability that the knee lies between'),
      }),
      settled: z
        .boolean()
        .describe('the interval is as narrow as required; false when the time ran out before'),
      tooWide: z
        .literal(true)
        .optional()
        .describe('the interval reaches more than 10 % to one side, so the knee is uncertain'),
    })
    .nullable()
    .describe('null when no rate was sustained, or every rate was'),
  limitedBy: z
    .enum(['gateway', 'generator', 'range', 'time', 'cut-short'])
    .describe('what limits the highest rate; unless it is `gateway`, the knee is unknown'),
  reason: TEXT,
  saturated: z
    .object({
      throughput: NUMBER.describe(
        'good responses per second while the gateway fell behind, as in its step',
      ),
      arrivalRate: NUMBER.describe('the step that completed the most'),
    })
    .optional()
    .describe('a second estimate of the capacity, from the throughput under overload'),
  steps: z.array(CapacityStepSchema).describe('ordered by rate'),
  runs: z
    .array(z.object({ arrivalRate: NUMBER, outcome: OutcomeSchema }))
    .describe('in the order of the search'),
  scaling: ScalingLawSchema.optional().describe(
    'Universal Scalability Law; absent when the steps were too few or too alike',
  ),
  plan: SizingSchema.extend({ cannotSay: z.array(TEXT) }).optional(),
  searchMs: MS,
});

export type CapacityStep = z.infer<typeof CapacityStepSchema>;
export type CapacityReport = z.infer<typeof CapacitySchema>;

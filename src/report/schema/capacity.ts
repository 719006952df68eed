import { z } from 'zod';

const MS = z.number().describe('ms');
const PER_SECOND = z.number().describe('per second');

const LatencySchema = z
  .object({ mean: MS, p50: MS, p95: MS, p99: MS })
  .describe('of good answers after the warm-up, all operations together, send or intended to end');

const OutcomeSchema = z.enum(['sustained', 'not-sustained', 'inconclusive', 'generator']);

export const CapacityStepSchema = z.object({
  arrivalRate: z.number().describe('arrivals per second asked for'),
  startedRate: PER_SECOND,
  completedRate: z
    .number()
    .describe(
      'good answers per second; where the gateway was behind, between first and last answer',
    ),
  repeats: z.number().int().describe('runs at this rate'),
  sustainedRuns: z
    .number()
    .int()
    .describe('runs in which every objective was met and the gateway kept up'),
  outcome: OutcomeSchema.describe('of most of its runs'),
  met: z.boolean().nullable().describe('every objective, in most runs; null when there was none'),
  objectives: z.array(
    z.object({
      objective: z.string().describe('as written'),
      metIn: z.number().int().describe('runs in which it was met'),
      measuredIn: z
        .number()
        .int()
        .optional()
        .describe('runs in which anything was seen of it; the others say nothing of it'),
      measured: z.number().nullable().describe('in the worst run, in the unit of the bound'),
      unit: z.string(),
    }),
  ),
  keptUp: z.boolean().nullable().describe('the gateway kept up; null when it cannot be told'),
  slope: z
    .number()
    .nullable()
    .describe('growth of the latency in ms per ms, mean of the runs: an overload of 1 % is 0.01'),
  exchanges: z.number().int().describe('after the warm-up'),
  errors: z.number().int(),
  throttled: z.number().int().describe('answers with status 429'),
  refused: z
    .number()
    .int()
    .optional()
    .describe('errors of which the gateway took no request: status 503, or no connection'),
  timedOut: z.number().int().optional().describe('errors of which the time ran out'),
  overdue: z
    .number()
    .int()
    .optional()
    .describe('cut by the end of the step after far longer than answers take; in no other count'),
  inFlight: z.number().describe('requests between send and end, mean over time'),
  fromIntendedMs: LatencySchema.optional(),
  fromSendMs: LatencySchema.optional(),
  ttftFromIntendedMs: LatencySchema.optional(),
  measuredMs: z.number().describe('time measured, of all runs together'),
  health: z.object({
    healthy: z.boolean().describe('in every run'),
    reason: z.string().optional(),
    latenessP99Ms: MS.describe('of arrivals, worst second'),
    schedulerLatencyP99Ms: MS.describe('of the Go scheduler, worst second'),
    starved: z.boolean().describe('the generator waited for a core in most seconds'),
    inFlightLimit: z.number().int().describe('iterations at once, at most'),
    exhausted: z.boolean().describe('all of them were busy at some second'),
  }),
});

export const CapacitySchema = z.object({
  scenario: z.string(),
  arrivals: z.enum(['constant', 'poisson']),
  knee: z
    .object({
      arrivalRate: z.number().describe('highest arrivals per second that the gateway holds'),
      confidence: z.object({
        low: PER_SECOND,
        high: PER_SECOND,
        level: z.number().describe('probability that the knee lies between'),
      }),
      settled: z.boolean().describe('the interval is as narrow as was sought; else time was short'),
      tooWide: z
        .literal(true)
        .optional()
        .describe('the interval reaches more than 10 % to one side: it does not tell the knee'),
    })
    .nullable()
    .describe('null when no rate held, or none missed'),
  limitedBy: z
    .enum(['gateway', 'generator', 'range', 'time', 'cut-short'])
    .describe('what the highest rate is bounded by; but for `gateway` the knee is not known'),
  reason: z.string(),
  saturated: z
    .object({
      throughput: z
        .number()
        .describe('good answers per second while the gateway was behind, as its step has it'),
      arrivalRate: z.number().describe('the step that completed the most'),
    })
    .optional()
    .describe('a second estimate of the capacity, without any search, and a bound of the first'),
  steps: z.array(CapacityStepSchema).describe('by rate'),
  runs: z
    .array(z.object({ arrivalRate: z.number(), outcome: OutcomeSchema }))
    .describe('in the order in which they were made'),
  scaling: z
    .object({
      lambda: z.number().describe('answers per second with one request in flight'),
      sigma: z.number().describe('contention'),
      kappa: z.number().describe('coherency'),
      r2: z.number().describe('share of the variance of the throughput that the law explains'),
      points: z.number().int(),
      peak: z.object({ inFlight: z.number(), throughput: z.number() }).optional(),
    })
    .optional()
    .describe('Universal Scalability Law; absent when the steps were too few or too alike'),
  plan: z
    .object({
      arrivalRate: z.number().describe('wanted of all gateways together, per second'),
      headroom: z.number().describe('share of the knee that stays free'),
      perGateway: z.number().describe('arrivals per second that one gateway is given'),
      gateways: z.number().int(),
      least: z.number().int().describe('with the knee at the high end of its interval'),
      most: z.number().int().describe('with the knee at the low end'),
      cannotSay: z.array(z.string()),
    })
    .optional(),
  searchMs: MS,
});

export type CapacityStep = z.infer<typeof CapacityStepSchema>;
export type CapacityReport = z.infer<typeof CapacitySchema>;

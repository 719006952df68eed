import { z } from 'zod';

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
    'by operation and mode: counts and latencies in blocks of equal time, which `assay compare` draws from. TTFT and request latency (e2e) run from the scheduled start. The last four are what the gateway adds, as in `overhead`; only with --upstream',
  );

export type SampleRecord = z.infer<typeof SampleSchema>;
export type SamplesRecord = z.infer<typeof SamplesSchema>;

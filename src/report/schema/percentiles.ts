import { z } from 'zod';

const MS = z.number().describe('ms');

export const PercentilesSchema = z
  .object({
    p50: MS,
    p90: MS,
    p95: MS,
    p99: MS,
    max: MS,
    mean: MS.optional(),
    count: z.number().int().optional().describe('number of durations'),
  })
  .describe(
    'Nearest-rank percentiles in ms, within 0.1 % of the exact value; max and mean are exact.',
  );

export type Percentiles = z.infer<typeof PercentilesSchema>;

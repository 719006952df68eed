import { z } from 'zod';

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

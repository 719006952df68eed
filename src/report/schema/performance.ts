import { z } from 'zod';
import { CHANGE_WORDS } from '../../measure/change/estimate.ts';
import { INTEGER, MS, NUMBER, TEXT } from '../../measure/scalars.ts';

const WordSchema = z
  .enum(CHANGE_WORDS)
  .describe(
    'same: the 95 % interval lies within the minimal effect; worse, better: the change is not 0, at 95 % over all figures together, and may reach the minimal effect; cannot-tell: none of these',
  );

/** How a figure changed since the first subject. */
const DeltaSchema = z.object({
  delta: NUMBER.nullable().describe('minus the value of the first subject, in the unit'),
  ratio: NUMBER.nullable().describe(
    'to the value of the first subject; null when that is not above 0, or this one is below 0',
  ),
  interval: z
    .object({ low: NUMBER, high: NUMBER })
    .nullable()
    .describe('95 % CI of the delta; null when there are too few observations'),
});

const ChangeSchema = DeltaSchema.extend({
  word: WordSchema,
  decides: z.boolean().describe('part of the overall word unless it is worse, which always is'),
  minEffect: NUMBER.nullable().describe('the smallest change that matters, in the unit'),
  reason: TEXT.optional().describe('why there is no other word'),
});

/** A figure of several subjects. */
export const FigureSchema = z.object({
  operation: TEXT.describe('`all` for all operations together'),
  mode: TEXT.optional().describe(
    'body, stream, call (streams that call a function) or slow (slow readers)',
  ),
  step: TEXT.optional().describe(
    'the load of a step of `assay overhead`, such as 1 in flight or 50/s',
  ),
  metric: z
    .enum([
      'ttft',
      'itl',
      'tpot',
      'args',
      'e2e',
      'addedTtft',
      'addedE2e',
      'forward',
      'relay',
      'errors',
      'throttled',
      'goodput',
      'knee',
    ])
    .describe(
      'addedTtft, addedE2e: the time less that of the provider; forward: from the send of the request until its first byte reached the upstream; relay: from the write of each token of a stream to the read that brought it. Both ends must be on one Linux machine for the last two. In a row with a step: less the same measured without the gateway',
    ),
  statistic: z.enum(['p50', 'p90', 'p95', 'p99']).optional(),
  unit: z.enum(['ms', '%', '/s']),
  betterWhen: z.enum(['lower', 'higher']),
  cells: z
    .array(
      z.object({
        value: NUMBER.nullable().describe('null when nothing was measured'),
        observations: INTEGER.nullable().describe('null for a knee'),
      }),
    )
    .describe('one for each subject'),
  changes: z.array(DeltaSchema).describe('one for each subject after the first'),
});

const RowSchema = FigureSchema.extend({
  changes: z.array(ChangeSchema).describe('one for each subject after the first'),
});

const CurveSchema = z.object({
  operation: TEXT,
  mode: TEXT.optional(),
  metric: z.enum(['ttft', 'e2e']),
  subjects: z
    .array(z.record(TEXT, NUMBER))
    .describe('one for each subject: ms by percentile, where it has enough responses'),
});

export const PerformanceSchema = z
  .object({
    method: z
      .enum(['paired-blocks', 'time-blocks'])
      .describe('how intervals are drawn: from alternating blocks, or from blocks within each run'),
    minEffect: z.object({
      relative: NUMBER.describe('0.05 for 5 %'),
      absoluteMs: MS,
    }),
    words: z.array(WordSchema).describe('overall, one for each subject after the first'),
    notes: z.array(TEXT).describe('what limits the comparison, a sentence each'),
    rows: z.array(RowSchema),
    curves: z
      .array(CurveSchema)
      .optional()
      .describe('percentile curves; absent without loads that have enough responses'),
  })
  .describe('figures of load, capacity and overhead, and how they changed since the first subject');

export type Performance = z.infer<typeof PerformanceSchema>;
export type PerformanceCurve = z.infer<typeof CurveSchema>;
export type Figure = z.infer<typeof FigureSchema>;
export type Delta = z.infer<typeof DeltaSchema>;
export type PerformanceRow = z.infer<typeof RowSchema>;
export type PerformanceChange = z.infer<typeof ChangeSchema>;

export const AgainstSchema = z
  .object({
    file: TEXT.describe('the report of the earlier run'),
    startedAt: z.iso.datetime(),
    target: TEXT.describe('the address of its target'),
    performance: PerformanceSchema.optional().describe('absent when this run has no load'),
  })
  .describe('comparison with the report of --against, which is the first subject');

export type Against = z.infer<typeof AgainstSchema>;

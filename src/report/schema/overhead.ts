import { z } from 'zod';
import {
  OVERHEAD_METHODS,
  OVERHEAD_METRICS,
  OVERHEAD_MODES,
} from '../../measure/overhead/overhead-figures.ts';
import { INTEGER, MS, NUMBER } from './scalars.ts';

const OverheadAtSchema = z.object({
  percent: NUMBER,
  floorMs: MS.describe('ms, without the gateway'),
  throughMs: MS.describe('ms, through the gateway'),
  overheadMs: MS.describe('ms that the gateway adds: through − floor'),
  interval: z
    .object({ low: MS, high: MS })
    .optional()
    .describe('95 %, bootstrap over pairs of blocks; absent when they were fewer than 5'),
});

const OverheadFigureSchema = z.object({
  mode: z.enum(OVERHEAD_MODES),
  metric: z
    .enum(OVERHEAD_METRICS)
    .describe(
      'ttft, e2e: from the send of the request; forward: from its send until its first byte reached the upstream; relay: from the write of each token of a stream to the read that brought it. forward and relay need both ends on one Linux machine',
    ),
  method: z
    .enum(OVERHEAD_METHODS)
    .describe(
      'clock-free: the time of the provider, which it measures itself, is subtracted from each request first',
    ),
  observations: z.object({ floor: INTEGER, through: INTEGER }),
  percentiles: z.array(OverheadAtSchema).describe('those with enough observations'),
});

const TokenDelaySchema = z
  .object({ p50: MS.optional(), p90: MS.optional(), p99: MS.optional() })
  .describe('those with enough streams');

const TokensSchema = z.object({
  perRead: z
    .object({ floor: NUMBER, through: NUMBER })
    .describe('tokens of the upstream for each read of the caller that brought text'),
  places: z
    .array(z.object({ floor: TokenDelaySchema, through: TokenDelaySchema }))
    .describe(
      'ms from the write of a token to its read: the first token of all streams, the second one, and so on, at most 64',
    ),
});

const OverheadStepSchema = z.object({
  arrivalRate: NUMBER.optional().describe(
    'arrivals per second; absent where one request was in flight',
  ),
  promptWords: INTEGER.optional().describe(
    'words of each prompt; absent where the workload decides',
  ),
  gateway: z
    .object({
      cpuMsPerRequest: MS,
      cpuMsPerThousandTokens: MS,
      residentBytes: INTEGER.describe('highest at the end of a block'),
      threads: INTEGER,
      descriptors: INTEGER,
    })
    .optional()
    .describe('the processes of the gateway; absent without --gateway-pid'),
  outcome: z.enum(['measured', 'gateway-behind', 'generator', 'cut-short']),
  blocks: INTEGER.describe('wanted for each side'),
  usedBlocks: INTEGER.describe('in which the generator kept up on both sides'),
  requests: z.object({ floor: INTEGER, through: INTEGER }),
  failed: z
    .object({ floor: INTEGER, through: INTEGER })
    .describe('requests without a good answer, status 429 included'),
  figures: z.array(OverheadFigureSchema),
  tokens: TokensSchema.optional().describe('how tokens came; absent without streams'),
});

export const OverheadSchema = z.object({
  steps: z.array(OverheadStepSchema).describe('one request in flight first, then ordered by rate'),
  knee: z
    .object({
      above: NUMBER.optional().describe('arrivals per second at which the gateway kept up'),
      below: NUMBER.describe('arrivals per second at which it fell behind'),
    })
    .optional()
    .describe('absent where the gateway kept up at each rate'),
});

export type OverheadFigureReport = z.infer<typeof OverheadFigureSchema>;
export type OverheadStepReport = z.infer<typeof OverheadStepSchema>;
export type OverheadReport = z.infer<typeof OverheadSchema>;

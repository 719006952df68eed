import { z } from 'zod';
import { FigureSchema } from './performance.ts';
import { INTEGER, MS, NUMBER } from './scalars.ts';

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
  rows: z
    .array(FigureSchema)
    .describe(
      'first without the gateway, then through it, from the send of each request: percentiles with enough observations; the change is what the gateway adds',
    ),
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

export type OverheadStepReport = z.infer<typeof OverheadStepSchema>;
export type OverheadReport = z.infer<typeof OverheadSchema>;

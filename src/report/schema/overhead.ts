import { z } from 'zod';
import { TokensSchema } from '../../measure/overhead/token-figures.ts';
import { INTEGER, MS, NUMBER } from '../../measure/scalars.ts';
import { FigureSchema } from './performance.ts';

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

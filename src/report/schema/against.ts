import { z } from 'zod';
import { PerformanceSchema } from './performance.ts';

export const AgainstSchema = z
  .object({
    file: z.string().describe('the report of the earlier run'),
    startedAt: z.iso.datetime(),
    target: z.string().describe('the address of its target'),
    performance: PerformanceSchema.optional().describe('absent when this run has no load'),
  })
  .describe('comparison with the report of --against, which is the first subject');

export type Against = z.infer<typeof AgainstSchema>;

import { z } from 'zod';

export const ObjectiveSchema = z.object({
  objective: z.string().describe('as written, such as `chat ttft p95 < 800ms`'),
  operation: z.string(),
  met: z.boolean().nullable().describe('null when it could not be judged'),
  measured: z.number().nullable(),
  bound: z.number(),
  unit: z.string(),
  margin: z
    .object({
      value: z.number().describe('in the unit; negative when the bound was missed'),
      percentOfBound: z.number().nullable().describe('null for a bound of 0'),
    })
    .optional()
    .describe('how far what was measured is from the bound; absent when it was not judged'),
  accepted: z
    .number()
    .int()
    .optional()
    .describe('findings that the baseline accepts: they are not in what was measured'),
  reason: z.string().optional(),
});

export type Objective = z.infer<typeof ObjectiveSchema>;

import { z } from 'zod';

export const ObjectiveSchema = z.object({
  objective: z.string().describe('as written, such as `chat ttft p95 < 800ms`'),
  operation: z.string(),
  met: z.boolean().nullable().describe('null when it could not be judged'),
  measured: z.number().nullable(),
  limit: z.number(),
  unit: z.string(),
  margin: z
    .object({
      value: z.number().describe('in the unit; negative when the objective was missed'),
      percentOfLimit: z.number().nullable().describe('null for a limit of 0'),
    })
    .optional()
    .describe('distance of the measured value from the limit; absent when it was not judged'),
  accepted: z
    .number()
    .int()
    .optional()
    .describe('findings that the baseline accepts, which are not counted in the measured value'),
  reason: z.string().optional(),
});

export type Objective = z.infer<typeof ObjectiveSchema>;

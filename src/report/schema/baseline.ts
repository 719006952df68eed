import { z } from 'zod';

/** What a baseline accepts of one rule. */
export const AcceptedSchema = z.object({
  operations: z
    .array(z.string())
    .optional()
    .describe('whose findings are accepted; absent where the rule could not be verified'),
  cause: z
    .string()
    .optional()
    .describe('rule whose accepted finding is why this one could not be verified'),
  reason: z.string(),
  expires: z.iso.date().describe('the last day on which it is accepted'),
});

/** What a baseline did to a run. */
export const BaselineSectionSchema = z.object({
  file: z.string(),
  accepted: z
    .number()
    .int()
    .describe('rules with findings, or without a verdict, that it accepts in this run'),
  expired: z.array(z.string()).describe('entries that have expired, a sentence each: they fail'),
  stale: z
    .array(z.string())
    .describe('entries whose finding is gone, a sentence each: they warn, and fail if strict'),
  strict: z.boolean().optional().describe('a stale entry fails the run'),
});

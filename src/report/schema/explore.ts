import { z } from 'zod';
import { INTEGER, NUMBER, TEXT } from '../../measure/scalars.ts';

const SequenceSchema = z.object({
  failed: INTEGER.describe('times that it broke the rule, or showed the difference'),
  replays: INTEGER.describe('times that it was sent again'),
  copies: INTEGER.optional().describe('sequences that were sent at the same time; absent for one'),
  steps: z.array(TEXT).describe('what was sent, in order, a line each, with what came back'),
  shell: TEXT.optional().describe('the requests as curl lines, where a line can hold each of them'),
});

const ReproductionSchema = SequenceSchema.extend({
  rule: TEXT.describe('id of the rule that the sequence breaks'),
});

const DifferenceSchema = SequenceSchema.extend({
  difference: TEXT.describe('form and facet, such as `chat stream: status, 200 and 400`'),
  seen: z.array(TEXT).length(2).describe('the facet at the first gateway, and at the other one'),
  otherSteps: z.array(TEXT).describe('the same as `steps`, with what the other gateway returned'),
});

export const ExploreSchema = z.object({
  programs: INTEGER.describe('sequences that were sent'),
  requests: INTEGER,
  requestsPerSecond: NUMBER,
  endedBy: z
    .enum(['budget', 'target-gone', 'interrupted', 'restart-failed'])
    .optional()
    .describe('why it ended before its time'),
  coverage: z
    .array(
      z.object({
        form: TEXT.describe('such as `chat stream`'),
        tried: INTEGER.describe('differences that were tried'),
        of: INTEGER.describe('differences that exist'),
        times: INTEGER.describe('requests of the form that were drawn'),
      }),
    )
    .describe('what of each form was drawn at least once'),
  pairs: INTEGER.describe('different pairs of requests in succession, or together'),
  examples: TEXT.describe('the file with the sequences'),
  reproductions: z.array(ReproductionSchema),
  against: TEXT.optional().describe('address of the other gateway; absent without --against'),
  differences: z.array(DifferenceSchema).optional(),
});

export type ExploreReport = z.infer<typeof ExploreSchema>;

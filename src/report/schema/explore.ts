import { z } from 'zod';
import { INTEGER, NUMBER, TEXT } from '../../measure/scalars.ts';

const ReproductionSchema = z.object({
  rule: TEXT.describe('id of the rule that the sequence breaks'),
  failed: INTEGER.describe('times that it broke the rule'),
  replays: INTEGER.describe('times that it was sent again'),
  copies: INTEGER.optional().describe('sequences that were sent at the same time; absent for one'),
  steps: z.array(TEXT).describe('what was sent, in order, a line each, with what came back'),
  shell: TEXT.optional().describe('the requests as curl lines, where a line can hold each of them'),
});

export const ExploreSchema = z.object({
  programs: INTEGER.describe('sequences that were sent'),
  requests: INTEGER,
  requestsPerSecond: NUMBER,
  endedBy: z
    .enum(['budget', 'target-gone', 'interrupted'])
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
});

export type ExploreReport = z.infer<typeof ExploreSchema>;

import { z } from 'zod';

/** What several rules that did not pass have in common. */
export const CauseSchema = z.object({
  sentence: z.string(),
  rules: z.array(z.string()).describe('ids of the rules that it explains, worst first'),
});

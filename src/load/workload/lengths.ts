import { z } from 'zod';
import { DurationSchema, TimeSchema } from './units.ts';

/** Limit of the tokens of a prompt or an answer. */
export const MOST_TOKENS = 1_000_000;

const CountSchema = z.int().min(1).max(MOST_TOKENS);

/** Drawn for each request: normal within its limits, or even without a mean. */
const SpreadSchema = z
  .strictObject({
    mean: z.number().positive().max(MOST_TOKENS).optional(),
    sd: z.number().min(0).optional().describe('standard deviation'),
    min: CountSchema.optional(),
    max: CountSchema.optional(),
  })
  .superRefine(({ mean, sd, min, max }, context) => {
    const say = (message: string): void => context.addIssue({ code: 'custom', message });
    if ((mean === undefined) !== (sd === undefined)) say('needs mean and sd together');
    else if (mean === undefined && (min === undefined || max === undefined))
      say('needs mean and sd, or min and max');
    if (min !== undefined && max !== undefined && min > max) say('needs a min of at most its max');
  });

const LENGTH_NEEDS = 'needs a number such as 200, {mean, sd, min, max} or {min, max}';

/** A number, or a distribution of numbers. */
const LengthSchema = z
  .union([CountSchema, SpreadSchema], { error: LENGTH_NEEDS })
  .transform((length) => {
    if (typeof length === 'number') return { min: length, max: length };
    const { mean, sd, min = 1, max = MOST_TOKENS } = length;
    return { min, max, ...(mean !== undefined && sd !== undefined && { mean, sd }) };
  });

export const PromptsSchema = z
  .strictObject({
    words: LengthSchema.optional().describe(
      'words of a prompt: 200, {mean, sd, min, max}, {min, max}',
    ),
    file: z
      .string()
      .min(1)
      .optional()
      .describe('prompts, one a line: text, or JSON in a .jsonl file'),
  })
  .refine(
    ({ words, file }) => (words === undefined) !== (file === undefined),
    'needs either words or file',
  )
  .describe('for chat and responses; each scenario has a default');

export const AnswersSchema = z
  .strictObject({
    tokens: LengthSchema.describe('maximum tokens in an answer: 128, or a distribution'),
  })
  .describe('the longest answers that chat and responses request');

/** Settings of chat-session. */
export const SessionsSchema = z
  .strictObject({
    turns: z.int().min(1).max(100).default(4).describe('turns of a conversation'),
    think: DurationSchema.default(500).describe('pause between turns, ± 50 %'),
  })
  .transform(({ turns, think }) => ({ turns, thinkMs: think }));

/** Settings of slow-reader. */
export const SlowReadersSchema = z
  .strictObject({
    bytesPerSecond: z.int().min(1).max(1e9).default(5000).describe('limit of the read rate'),
    disconnectAfter: TimeSchema.default(10_000).describe(
      'the client disconnects from an answer that takes longer',
    ),
  })
  .transform(({ bytesPerSecond, disconnectAfter }) => ({
    bytesPerSecond,
    disconnectAfterMs: disconnectAfter,
  }));

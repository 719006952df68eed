import { z } from 'zod';
import { MOST_TOKENS } from '../lengths.ts';

const TokensSchema = z.int().min(0).max(MOST_TOKENS);

/**
 * One arrival of a trace, with the names of Mooncake's traces, which AIPerf replays, too. Further
 * members, such as `hash_ids`, are ignored.
 */
export const TraceLineSchema = z.looseObject({
  timestamp: z.number().min(0).describe('in ms; the load starts with the first line'),
  input_length: TokensSchema.optional().describe('tokens of the prompt'),
  output_length: TokensSchema.optional().describe('limit of the tokens of the answer'),
  scenario: z.string().min(1).optional().describe('the scenario to send, in mixed'),
});

export type TraceLine = z.output<typeof TraceLineSchema>;

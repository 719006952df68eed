import { z } from 'zod';
import { DurationSchema, TimeSchema } from './units.ts';

/** How chat-session goes on. */
export const SessionsSchema = z
  .strictObject({
    turns: z.int().min(1).max(100).default(4).describe('turns of a conversation'),
    think: DurationSchema.default(500).describe('between turns, give or take a half'),
  })
  .transform(({ turns, think }) => ({ turns, thinkMs: think }));

/** How slow-reader reads. */
export const SlowReadersSchema = z
  .strictObject({
    bytesPerSecond: z.int().min(1).max(1e9).default(5000).describe('read no faster'),
    disconnectAfter: TimeSchema.default(10_000).describe(
      'disconnects from an answer that takes longer',
    ),
  })
  .transform(({ bytesPerSecond, disconnectAfter }) => ({
    bytesPerSecond,
    disconnectAfterMs: disconnectAfter,
  }));

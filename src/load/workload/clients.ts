import { z } from 'zod';
import { DurationSchema, TimeSchema } from './units.ts';

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

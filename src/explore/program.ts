import { z } from 'zod';

const STEP = z.strictObject({
  /** Unique in its program: other steps refer to it by this. */
  id: z.int().min(0),
  /** The form of a request, such as `chat stream`, or what is done with a job: `video-read`. */
  send: z.string(),
  /** The names of what differs from a plain request. */
  with: z.array(z.string()).optional(),
  /** A model of the profile other than that of the operation. */
  model: z.enum(['echo', 'slow', 'failing', 'failing-mid-stream', 'limited']).optional(),
  /** Text around the word of the prompt. */
  say: z.string().optional(),
  /** The step whose word it has: both requests are then equal but for what differs. */
  like: z.int().optional(),
  as: z.enum(['second', 'none']).optional(),
  /** The replica that it is sent to, counted from 1; the target itself when absent. */
  at: z.int().min(1).optional(),
  /** Steps with the same number have one Idempotency-Key. */
  key: z.int().optional(),
  /** The step that created the job, or the response that is continued. */
  of: z.int().optional(),
  /** The caller disconnects after this time, or after this number of events. */
  leavesAfterMs: z.int().min(0).optional(),
  leavesAfterEvents: z.int().min(1).optional(),
});

const BLOCK = z.strictObject({
  /** One after the other; at the same moment; or one after the other over one connection. */
  how: z.enum(['in turn', 'together', 'on one connection']),
  /** Before it, in ms. */
  pauseMs: z.int().min(1).optional(),
  /** The gateway is restarted this long after the beginning of its steps; the block ends when both are over. */
  restartMs: z.int().min(0).optional(),
  steps: z.array(STEP).min(1),
});

/** A sequence of requests to a gateway: what is generated, played, shrunk and kept. */
export const PROGRAM = z.strictObject({
  /** Copies of it that run at the same time; one when absent. */
  copies: z.int().min(2).optional(),
  blocks: z.array(BLOCK).min(1),
});

export type Step = z.infer<typeof STEP>;
export type Block = z.infer<typeof BLOCK>;
export type Program = z.infer<typeof PROGRAM>;

export function stepsOf({ blocks }: Pick<Program, 'blocks'>): readonly Step[] {
  return blocks.flatMap(({ steps }) => steps);
}

export function hasRestart({ blocks }: Program): boolean {
  return blocks.some(({ restartMs }) => restartMs !== undefined);
}

/** Whether each step that another one refers to comes before it, in an earlier block where its answer is needed. */
export function isWhole({ blocks }: Program): boolean {
  const answered = new Set<number>();
  for (const { how, steps } of blocks) {
    const known = new Set(answered);
    for (const { id, like, of } of steps) {
      if (like !== undefined && !known.has(like)) return false;
      if (of !== undefined && !answered.has(of)) return false;
      known.add(id);
      if (how === 'in turn') answered.add(id);
    }
    for (const { id } of steps) answered.add(id);
  }
  return true;
}

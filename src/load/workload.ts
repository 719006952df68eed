import { z } from 'zod';
import { RATE_NEEDS, readArrivalRate } from '../quantity/arrival-rate.ts';
import { DURATION_NEEDS, readDuration } from '../quantity/duration.ts';
import { didYouMean } from '../words/nearest-name.ts';
import { ownScenarios } from './scenarios.ts';

/** Weights of the shapes in `mixed`: every operation, the common ones more often. */
const DEFAULT_MIX = {
  chat: 22,
  'chat-stream': 26,
  responses: 8,
  'responses-stream': 12,
  images: 6,
  'transcription-upload': 6,
  'idempotent-retry': 10,
  'video-poll-cancel': 6,
  abandon: 4,
};

const DurationSchema = z
  .string()
  .transform((text, context) => readOr(context, readDuration(text), DURATION_NEEDS, text))
  .describe('such as 30s or 800ms');

const ArrivalRateSchema = z
  .string()
  .transform((text, context) => readOr(context, readArrivalRate(text), RATE_NEEDS, text))
  .describe('such as 50/s or 600/min');

const MixSchema = z.record(z.string(), z.number().min(0)).superRefine((mix, context) => {
  const known = ownScenarios()
    .map(({ name }) => name)
    .filter((name) => name !== 'mixed');
  for (const name of Object.keys(mix)) {
    if (known.includes(name)) continue;
    const message = `Unknown scenario in the mix: ${name}.${didYouMean(name, known)}`;
    context.addIssue({ code: 'custom', message, path: [name] });
  }
  if (!Object.values(mix).some((weight) => weight > 0)) {
    context.addIssue({ code: 'custom', message: 'needs at least one weight above 0' });
  }
});

/** How idempotent-retry sends again. */
const RetriesSchema = z.strictObject({
  attempts: z.int().min(1).max(20).default(6).describe('requests under one key, at most'),
  backoff: DurationSchema.default(50).describe('before the first retry; doubles each time'),
  longestWait: DurationSchema.default(5000).describe('a longer Retry-After ends the retries'),
  together: z.int().min(2).max(32).default(4).describe('requests at once, under one key in flight'),
});

/** How often transcription-upload sends each size. */
const UploadsSchema = z.strictObject({
  small: z.number().min(0).default(90).describe('weight of one second of WAV, 32 044 bytes'),
  large: z.number().min(0).default(9).describe('weight of 5 MiB'),
  maximum: z.number().min(0).default(1).describe('weight of exactly 25 MiB'),
});

/** The workload part of `assay.yaml`. Durations are text there and ms inside. */
export const WorkloadSchema = z
  .strictObject({
    scenario: z.string().min(1).default('mixed').describe('a name, or the path of your own'),
    arrivalRate: ArrivalRateSchema.default(20).describe('such as 20/s or 600/min'),
    arrivals: z.enum(['poisson', 'constant']).default('poisson'),
    duration: DurationSchema.default(30_000).describe('arrivals stop after it'),
    gracefulStop: DurationSchema.default(30_000).describe('what is in flight may take this longer'),
    inFlight: z.int().min(1).max(20_000).default(100).describe('iterations at once, at most'),
    seed: z.int().min(0).max(0xffff_ffff).default(1),
    mix: MixSchema.default(DEFAULT_MIX).describe('weight of each scenario in mixed'),
    echoShare: z
      .number()
      .min(0)
      .max(1)
      .default(0.2)
      .describe('share of prompts to the echoing model, where there is one'),
    retries: RetriesSchema.prefault({}),
    uploads: UploadsSchema.prefault({}),
  })
  .transform(({ arrivalRate, duration, gracefulStop, retries, ...workload }) => ({
    ...workload,
    arrivalsPerSecond: arrivalRate,
    durationMs: duration,
    gracefulStopMs: gracefulStop,
    retries: {
      attempts: retries.attempts,
      together: retries.together,
      backoffMs: retries.backoff,
      longestWaitMs: retries.longestWait,
    },
  }));

/** What a scenario is asked to send: model, rate, duration, in-flight cap. */
export type Workload = z.output<typeof WorkloadSchema>;

/** The workload without any wish: 30 s of the mix at a modest rate. */
export function defaultWorkload(): Workload {
  return WorkloadSchema.parse({});
}

function readOr(
  context: z.RefinementCtx,
  value: number | undefined,
  needs: string,
  text: string,
): number {
  if (value !== undefined) return value;
  context.addIssue({ code: 'custom', message: `needs ${needs}; got ${JSON.stringify(text)}` });
  return z.NEVER;
}

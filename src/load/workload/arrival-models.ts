import { z } from 'zod';
import { ArrivalRateSchema, DurationSchema, RampSchema, TimeSchema } from './units.ts';

/** Arrival models, as the engine names them. */
export const ARRIVALS = ['poisson', 'constant', 'bursts', 'closed', 'trace'] as const;
export type Arrivals = (typeof ARRIVALS)[number];

/** A time in which the rate is constant, or changes evenly. */
export const StageSchema = z
  .strictObject({ duration: TimeSchema, arrivalRate: RampSchema })
  .transform(({ duration, arrivalRate }) => ({ durationMs: duration, ...arrivalRate }));

export const StagesSchema = z
  .array(StageSchema)
  .min(1)
  .refine(
    (stages) => stages.some(({ from, to }) => from + to > 0),
    'needs at least one rate above 0',
  )
  .describe('successive rates; replaces arrivalRate and duration');

export const BurstsSchema = z
  .strictObject({
    size: z.int().min(1).max(1_000_000).describe('arrivals at one moment'),
    every: TimeSchema,
  })
  .transform(({ size, every }) => ({ size, everyMs: every }))
  .describe('several arrivals at one moment, repeatedly; replaces arrivalRate');

export const ClosedSchema = z
  .strictObject({
    users: z.int().min(1).max(20_000).describe('each sends the next request after its answer'),
    think: DurationSchema.default(0).describe('pause of a user after an answer'),
  })
  .transform(({ users, think }) => ({ users, thinkMs: think }))
  .describe('a closed model; replaces arrivalRate; its figures differ from those of an open model');

export const TraceSchema = z
  .union(
    [
      z.string().min(1).describe('path of a JSONL file'),
      z.strictObject({
        file: z.string().min(1),
        speed: z.number().positive().default(1).describe('2 replays it at double speed'),
      }),
    ],
    { error: 'needs the path of a file, or {file: …, speed: 2}' },
  )
  .transform((trace) => (typeof trace === 'string' ? { file: trace, speed: 1 } : trace))
  .describe(
    'arrivals and lengths from a file, see docs/reference/arrivals.md; replaces arrivalRate',
  );

export const RatesSchema = z
  .record(z.string(), ArrivalRateSchema)
  .refine((rates) => Object.keys(rates).length > 0, 'needs at least one scenario')
  .describe('a rate for each scenario in mixed; replaces arrivalRate and mix');

export type RateStage = z.output<typeof StageSchema>;

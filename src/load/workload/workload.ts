import { z } from 'zod';
import { thousands } from '../../input/count-text.ts';
import { defined } from '../../input/defined.ts';
import { didYouMean } from '../../input/did-you-mean.ts';
import { CATALOGUED, DEFAULT_MIX } from '../scenarios/scenario-files.ts';
import {
  ARRIVALS,
  BurstsSchema,
  ClosedSchema,
  RatesSchema,
  StagesSchema,
  TraceSchema,
} from './arrival-models.ts';
import { contradictionIn, DEFAULT_IN_FLIGHT, planOf } from './arrival-plan.ts';
import { AnswersSchema, PromptsSchema, SessionsSchema, SlowReadersSchema } from './lengths.ts';
import { ArrivalRateSchema, DurationSchema, TimeSchema } from './units.ts';

const MixSchema = z.record(z.string(), z.number().min(0)).superRefine((mix, context) => {
  checkNames(Object.keys(mix), 'the mix', context);
  if (!Object.values(mix).some((weight) => weight > 0)) {
    context.addIssue({ code: 'custom', message: 'needs at least one weight above 0' });
  }
});

function checkNames(names: readonly string[], where: string, context: z.RefinementCtx): void {
  for (const name of names) {
    if (CATALOGUED.includes(name)) continue;
    const remedy = didYouMean(name, CATALOGUED) || ` Known: ${CATALOGUED.join(', ')}.`;
    const message = `Unknown scenario in ${where}: ${name}.${remedy}`;
    context.addIssue({ code: 'custom', message, path: [name] });
  }
}

/** Settings of idempotent-retry. */
const RetriesSchema = z.strictObject({
  attempts: z.int().min(1).max(20).default(6).describe('requests under one key, at most'),
  backoff: DurationSchema.default(50).describe('before the first retry; doubles each time'),
  longestWait: DurationSchema.default(5000).describe('a longer Retry-After ends the retries'),
  together: z.int().min(2).max(32).default(4).describe('concurrent requests under one key'),
});

/** Weights of the sizes of transcription-upload. */
const UploadsSchema = z
  .strictObject({
    small: z.number().min(0).default(90).describe('weight of one second of WAV, 32 044 bytes'),
    large: z.number().min(0).default(9).describe('weight of 5 MiB'),
    maximum: z.number().min(0).default(1).describe('weight of exactly 25 MiB'),
  })
  .refine(
    (weights) => Object.values(weights).some((weight) => weight > 0),
    'needs at least one weight above 0',
  );

const MOST_CONNECTIONS = 10_000;

/** The workload part of `assay.yaml`. Durations are text there and ms inside. */
export const WorkloadSchema = z
  .strictObject({
    scenario: z
      .string()
      .min(1)
      .default('mixed')
      .describe('a name, or the path of a custom scenario'),
    arrivalRate: ArrivalRateSchema.optional().describe('such as 20/s or 600/min; 20/s by default'),
    arrivals: z
      .enum(ARRIVALS)
      .optional()
      .describe(
        'default poisson, or the process of bursts, closed or trace; constant has equal gaps',
      ),
    rates: RatesSchema.superRefine((rates, context) =>
      checkNames(Object.keys(rates), 'the rates', context),
    ).optional(),
    stages: StagesSchema.optional(),
    bursts: BurstsSchema.optional(),
    closed: ClosedSchema.optional(),
    trace: TraceSchema.optional(),
    duration: TimeSchema.optional().describe(
      'arrivals stop after it; 30s by default, or the whole of a trace',
    ),
    gracefulStop: DurationSchema.default(30_000).describe(
      'time for requests in flight to finish after it',
    ),
    inFlight: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .meta({ default: DEFAULT_IN_FLIGHT, description: 'maximum number of concurrent iterations' }),
    seed: z.int().min(0).max(0xffff_ffff).default(1),
    mix: MixSchema.optional().describe('weight of each scenario in mixed'),
    prompts: PromptsSchema.optional(),
    answers: AnswersSchema.optional(),
    echoShare: z
      .number()
      .min(0)
      .max(1)
      .default(0.2)
      .describe('share of prompts to the echoing model, where there is one'),
    retries: RetriesSchema.prefault({}),
    uploads: UploadsSchema.prefault({}),
    sessions: SessionsSchema.prefault({}),
    slowReaders: SlowReadersSchema.prefault({}),
    connections: z
      .int()
      .min(1)
      .max(MOST_CONNECTIONS)
      .optional()
      .describe(
        'with http2: connections of each engine that share the requests; by default one more when all are full',
      ),
    streamsPerConnection: z
      .int()
      .min(1)
      .max(MOST_CONNECTIONS)
      .optional()
      .describe(
        'with http2: most concurrent requests on a connection; by default what the target permits',
      ),
  })
  .superRefine((options, context) => {
    const contradiction = contradictionIn(options);
    if (contradiction === undefined) return;
    context.addIssue({ code: 'custom', message: contradiction.message, path: [contradiction.key] });
  })
  .transform(({ gracefulStop, retries, mix, prompts, answers, ...workload }) => ({
    scenario: workload.scenario,
    ...planOf(workload),
    seed: workload.seed,
    mix: workload.rates ?? mix ?? DEFAULT_MIX,
    ...defined({ prompts, answers }),
    ...defined({
      connections: workload.connections,
      streamsPerConnection: workload.streamsPerConnection,
    }),
    echoShare: workload.echoShare,
    uploads: workload.uploads,
    sessions: workload.sessions,
    slowReaders: workload.slowReaders,
    gracefulStopMs: gracefulStop,
    retries: {
      attempts: retries.attempts,
      together: retries.together,
      backoffMs: retries.backoff,
      longestWaitMs: retries.longestWait,
    },
  }));

/** What a scenario has to send: model, rate, duration, in-flight limit. */
export type Workload = z.output<typeof WorkloadSchema>;

/** The same traffic at one rate, whatever its arrivals: for the steps of a capacity search. */
export function atSteadyRate(
  workload: Workload,
  arrivals: 'poisson' | 'constant',
  arrivalsPerSecond: number,
): Workload {
  const { rates: _, stages: __, bursts: ___, closed: ____, trace: _____, ...rest } = workload;
  return { ...rest, arrivals, arrivalsPerSecond };
}

/** The highest rate that is planned, in arrivals per second; 0 where no rate is set. */
export function peakRate({ arrivalsPerSecond, stages, closed }: Workload): number {
  if (closed !== undefined) return 0;
  return Math.max(arrivalsPerSecond, ...(stages ?? []).map(({ from, to }) => Math.max(from, to)));
}

/** The arrivals of a workload in a phrase. */
export function arrivalPhrase(workload: Workload): string {
  const { arrivals, arrivalsPerSecond, durationMs, stages, bursts, closed, trace } = workload;
  const time = `${seconds(durationMs)} s`;
  if (closed !== undefined) {
    const think = closed.thinkMs > 0 ? `, each thinking ${seconds(closed.thinkMs)} s,` : '';
    const users = closed.users === 1 ? '1 user' : `${thousands(closed.users)} users`;
    return `a closed model of ${users}${think} for ${time}`;
  }
  if (bursts !== undefined) {
    return `${thousands(bursts.size)} arrivals every ${seconds(bursts.everyMs)} s for ${time}`;
  }
  if (trace !== undefined) {
    const speed = trace.speed === 1 ? '' : ` at speed ${trace.speed}`;
    return `the arrivals of ${trace.file}${speed} for ${time}`;
  }
  const rate = thousands(Math.round(arrivalsPerSecond * 1000) / 1000);
  if (stages !== undefined) {
    const parts = stages.length === 1 ? '1 stage' : `${stages.length} stages`;
    return `${arrivals} arrivals in ${parts}, ${rate}/s on average, for ${time}`;
  }
  return `${rate} ${arrivals} arrivals/s for ${time}`;
}

function seconds(ms: number): number {
  return Math.round(ms) / 1000;
}

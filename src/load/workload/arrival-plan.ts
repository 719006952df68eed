import type { z } from 'zod';
import type {
  Arrivals,
  BurstsSchema,
  ClosedSchema,
  RateStage,
  RatesSchema,
  TraceSchema,
} from './arrival-models.ts';

/** Options of the arrivals, as configured. */
export interface ArrivalOptions {
  readonly scenario: string;
  readonly arrivals?: Arrivals | undefined;
  readonly arrivalRate?: number | undefined;
  readonly rates?: z.output<typeof RatesSchema> | undefined;
  readonly stages?: readonly RateStage[] | undefined;
  readonly bursts?: z.output<typeof BurstsSchema> | undefined;
  readonly closed?: z.output<typeof ClosedSchema> | undefined;
  readonly trace?: z.output<typeof TraceSchema> | undefined;
  /** In ms. */
  readonly duration?: number | undefined;
  readonly inFlight?: number | undefined;
  readonly mix?: Readonly<Record<string, number>> | undefined;
}

/** The arrivals with all defaults. */
export interface ArrivalPlan {
  readonly arrivals: Arrivals;
  /** Mean over the duration; 0 in a closed model, where the answers decide, and before a trace is read. */
  readonly arrivalsPerSecond: number;
  /** 0 for a trace without a configured duration, until the trace is read. */
  readonly durationMs: number;
  readonly inFlight: number;
  readonly rates?: Readonly<Record<string, number>>;
  readonly stages?: readonly RateStage[];
  readonly bursts?: z.output<typeof BurstsSchema>;
  readonly closed?: z.output<typeof ClosedSchema>;
  readonly trace?: z.output<typeof TraceSchema>;
}

const DEFAULT_RATE = 20;
export const DEFAULT_IN_FLIGHT = 100;
const DEFAULT_DURATION_MS = 30_000;

/** Sources that are arrival models by their names. */
const MODELS = ['bursts', 'closed', 'trace'] as const;
/** Sources of the arrivals, which exclude each other. */
const SOURCES = ['arrivalRate', 'rates', 'stages', ...MODELS] as const;

const EXAMPLES = {
  bursts: 'bursts: {size: 20, every: 5s}, or --bursts 20/5s',
  closed: 'closed: {users: 10, think: 1s}, or --users 10 --think 1s',
  trace: 'trace: {file: trace.jsonl}, or --trace trace.jsonl',
} as const;

/** A contradiction between the options: the key to change and a sentence. */
export function contradictionIn(
  options: ArrivalOptions,
): { readonly key: string; readonly message: string } | undefined {
  const [first, second] = SOURCES.filter((name) => options[name] !== undefined);
  if (first !== undefined && second !== undefined) {
    return { key: second, message: `cannot be combined with ${first}: remove one of them` };
  }
  return contradictionOfModel(options, first) ?? contradictionOfRest(options);
}

function contradictionOfModel(
  { arrivals }: ArrivalOptions,
  source: (typeof SOURCES)[number] | undefined,
) {
  const implied = MODELS.find((name) => name === source);
  if (arrivals === undefined || arrivals === implied) return undefined;
  if (implied !== undefined) {
    return {
      key: 'arrivals',
      message: `is ${arrivals}, but ${source} is set: remove one of them`,
    };
  }
  if (arrivals === 'poisson' || arrivals === 'constant') return undefined;
  if (source !== undefined) {
    return {
      key: source,
      message: `cannot be combined with arrivals ${arrivals}: remove one of them`,
    };
  }
  return { key: 'arrivals', message: `is ${arrivals}, which needs ${EXAMPLES[arrivals]}` };
}

function contradictionOfRest(options: ArrivalOptions) {
  const { stages, duration, closed, inFlight, rates, mix, scenario } = options;
  if (stages !== undefined && duration !== undefined) {
    return { key: 'duration', message: 'is the sum of the stages: remove it' };
  }
  if (closed !== undefined && inFlight !== undefined) {
    return { key: 'inFlight', message: 'equals closed.users in a closed model: remove it' };
  }
  if (rates !== undefined && mix !== undefined) {
    return { key: 'mix', message: 'follows from the rates: remove one of them' };
  }
  if (rates !== undefined && scenario !== 'mixed') {
    return { key: 'rates', message: `are for the scenario mixed; ${scenario} has one arrivalRate` };
  }
  return undefined;
}

/** @param options without a contradiction */
export function planOf(options: ArrivalOptions): ArrivalPlan {
  const { stages, bursts, closed, trace, rates, inFlight = DEFAULT_IN_FLIGHT } = options;
  const durationMs = options.duration ?? DEFAULT_DURATION_MS;
  const base = { durationMs, inFlight };
  if (bursts !== undefined) {
    // The first burst is at 0, so the last interval may be shorter than the others.
    const count = Math.ceil(durationMs / bursts.everyMs);
    const arrivalsPerSecond = ((bursts.size * count) / durationMs) * 1000;
    return { ...base, arrivals: 'bursts', bursts, arrivalsPerSecond };
  }
  if (closed !== undefined) {
    return { ...base, arrivals: 'closed', closed, arrivalsPerSecond: 0, inFlight: closed.users };
  }
  if (trace !== undefined) {
    return {
      inFlight,
      arrivals: 'trace',
      trace,
      arrivalsPerSecond: 0,
      durationMs: options.duration ?? 0,
    };
  }
  const arrivals = options.arrivals ?? 'poisson';
  if (stages !== undefined) return { inFlight, arrivals, stages, ...meanOf(stages) };
  if (rates !== undefined) {
    const arrivalsPerSecond = Object.values(rates).reduce((sum, rate) => sum + rate, 0);
    return { ...base, arrivals, rates, arrivalsPerSecond };
  }
  return { ...base, arrivals, arrivalsPerSecond: options.arrivalRate ?? DEFAULT_RATE };
}

function meanOf(stages: readonly RateStage[]): { durationMs: number; arrivalsPerSecond: number } {
  const sum = (part: (stage: RateStage) => number) =>
    stages.reduce((all, stage) => all + part(stage), 0);
  const durationMs = sum((stage) => stage.durationMs);
  const weighted = sum(({ durationMs: ms, from, to }) => ((from + to) / 2) * ms);
  return { durationMs, arrivalsPerSecond: weighted / durationMs };
}

type Written = Readonly<Record<string, unknown>>;

/** Settings with a duration of their own. */
const OWN_DURATION: readonly string[] = ['stages', 'trace'];

/**
 * The workload of the file with the flags merged in. A flag that sets the arrivals replaces all
 * settings of the arrivals in the file, including the duration or the iterations in flight where the
 * flag sets them, too.
 */
export function mergeFlags(file: Written, flags: Written): Written {
  const gone = new Set(Object.keys(flags).flatMap(replacedBy));
  for (const name of replacedByModel(flags.arrivals)) gone.add(name);
  if (changesModel(file, flags)) gone.add('arrivals');
  return {
    ...Object.fromEntries(Object.entries(file).filter(([name]) => !gone.has(name))),
    ...flags,
  };
}

function replacedBy(flag: string): readonly string[] {
  const sources: readonly string[] = SOURCES;
  if (!sources.includes(flag)) return [];
  if (OWN_DURATION.includes(flag)) return [...sources, 'duration'];
  return flag === 'closed' ? [...sources, 'inFlight'] : sources;
}

function replacedByModel(arrivals: unknown): readonly string[] {
  if (arrivals === undefined) return [];
  if (arrivals === 'poisson' || arrivals === 'constant') return MODELS;
  return SOURCES.filter((name) => name !== arrivals);
}

/** Poisson and constant can be combined with any rate, but not with another arrival model. */
function changesModel(file: Written, flags: Written): boolean {
  const isRenamed = MODELS.some((name) => flags[name] !== undefined);
  const isNew = SOURCES.some((name) => flags[name] !== undefined);
  return isRenamed || (isNew && MODELS.some((name) => name === file.arrivals));
}

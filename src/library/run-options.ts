import { z } from 'zod';
import { refuseIdle } from '../commands/options/option.ts';
import { BASELINE } from '../commands/options/run-options.ts';
import type { AssessOptions } from '../commands/run/run-inputs.ts';
import { firstProblem } from '../input/schema-problem.ts';
import { UsageError } from '../input/usage-error.ts';

/** Options of every function that makes a report. What is absent comes from `assay.yaml`. */
export interface RunOptions {
  /** Configuration file; `assay.yaml` of the working directory by default, if it exists. */
  readonly config?: string;
  /** Name of a bundled profile, or path of a profile file. */
  readonly profile?: string;
  /** File with accepted findings. */
  readonly baseline?: string;
  /** A stale entry of the baseline fails the run. */
  readonly strictBaseline?: boolean;
  /** Later rules have no effect on the outcome, such as `2026.11`; the newest set by default. */
  readonly ruleSet?: string;
  /** Has `ASSAY_API_KEY`, `ASSAY_API_KEY_2` and `ASSAY_ENGINE`; `process.env` by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Ends the run early: its report is then partial, or it rejects when nothing was judged yet. */
  readonly signal?: AbortSignal;
  /** Receives the lines that the command writes to stderr. */
  readonly onProgress?: (line: string) => void;
}

/** Options of the functions that send requests. */
export interface SendingOptions extends RunOptions {
  /** Headers of every request; `${NAME}` is an environment variable. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Random seed: the same seed repeats prompts, nonces and arrivals; with an upstream, nonces are new in each run. */
  readonly seed?: number;
  /** Stops the run after this time, in ms. */
  readonly timeLimitMs?: number;
}

const FUNCTION = z.custom((value) => typeof value === 'function', 'it is not a function');

/** Members of `RunOptions`. */
export const RUN_SHAPE = {
  config: z.string().optional(),
  profile: z.string().optional(),
  baseline: z.string().optional(),
  strictBaseline: z.boolean().optional(),
  ruleSet: z.string().optional(),
  environment: z.record(z.string(), z.string().optional()).optional(),
  signal: z.instanceof(AbortSignal).optional(),
  onProgress: FUNCTION.optional(),
};

/** Members of `SendingOptions`. */
export const SENDING_SHAPE = {
  ...RUN_SHAPE,
  headers: z.record(z.string(), z.string()).optional(),
  seed: z.int().min(0).max(0xffff_ffff).optional(),
  timeLimitMs: z.number().positive().optional(),
};

/** @throws UsageError that names the option */
export function checkOptions(name: string, schema: z.ZodType, options: unknown): void {
  const parsed = schema.safeParse(options);
  if (parsed.success) return;
  const problem = firstProblem(schema, parsed.error, options);
  throw new UsageError(`Invalid option of ${name}(). ${problem}`);
}

/** The same options as those of a command. */
export function runFlags({
  config,
  profile,
  baseline,
  strictBaseline,
  ruleSet,
}: RunOptions): Pick<
  AssessOptions,
  'config' | 'profile' | 'baseline' | 'strictBaseline' | 'ruleSet'
> {
  const flags = {
    ...(config !== undefined && { config }),
    ...(profile !== undefined && { profile }),
    ...(baseline !== undefined && { baseline }),
    ...(strictBaseline === true && { strictBaseline: true as const }),
    ...(ruleSet !== undefined && { ruleSet }),
  };
  refuseIdle(BASELINE, flags);
  return flags;
}

/** The same options as those of a command that sends. */
export function sendingFlags(
  options: SendingOptions,
): ReturnType<typeof runFlags> & Pick<AssessOptions, 'header' | 'seed' | 'timeLimit'> {
  const { headers, seed, timeLimitMs } = options;
  return {
    ...runFlags(options),
    ...(headers !== undefined && { header: headers }),
    ...(seed !== undefined && { seed }),
    ...(timeLimitMs !== undefined && { timeLimit: timeLimitMs }),
  };
}

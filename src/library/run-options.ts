import { z } from 'zod';
import { refuseIdle } from '../commands/options/option.ts';
import { BASELINE } from '../commands/options/run-options.ts';
import { defined } from '../input/defined.ts';
import { firstProblem } from '../input/schema-problem.ts';
import { UsageError } from '../input/usage-error.ts';

/** Members of `RunOptions`. */
export const RUN_SHAPE = {
  /** Configuration file; `assay.yaml` of the working directory by default, if it exists. */
  config: z.string().optional(),
  /** Name of a bundled profile, or path of a profile file. */
  profile: z.string().optional(),
  /** File with accepted findings. */
  baseline: z.string().optional(),
  /** A stale entry of the baseline fails the run. */
  strictBaseline: z.boolean().optional(),
  /** Later rules have no effect on the outcome, such as `2026.11`; the newest set by default. */
  ruleSet: z.string().optional(),
  /** Has `ASSAY_API_KEY`, `ASSAY_API_KEY_2` and `ASSAY_ENGINE`; `process.env` by default. */
  environment: z.record(z.string(), z.string().optional()).optional(),
  /** Ends the run early: its report is then partial, or it rejects when nothing was judged yet. */
  signal: z.instanceof(AbortSignal).optional(),
  /** Receives the lines that the command writes to stderr. */
  onProgress: z
    .custom<(line: string) => void>((value) => typeof value === 'function', 'it is not a function')
    .optional(),
};

const RunOptionsSchema = z.object(RUN_SHAPE);

/** Options of every function that makes a report. What is absent comes from `assay.yaml`. */
export type RunOptions = Readonly<z.infer<typeof RunOptionsSchema>>;

/** Members of `SendingOptions`. */
export const SENDING_SHAPE = {
  ...RUN_SHAPE,
  /** Headers of every request; `${NAME}` is an environment variable. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Random seed: the same seed repeats prompts, nonces and arrivals; with an upstream, nonces are new in each run. */
  seed: z.int().min(0).max(0xffff_ffff).optional(),
  /** Stops the run after this time, in ms. */
  timeLimitMs: z.number().positive().optional(),
};

const SendingOptionsSchema = z.object(SENDING_SHAPE);

/** Options of the functions that send requests. */
type SendingOptions = Readonly<z.infer<typeof SendingOptionsSchema>>;

/** @throws UsageError that names the option */
export function checkOptions(name: string, schema: z.ZodType, options: unknown): void {
  const parsed = schema.safeParse(options);
  if (parsed.success) return;
  const problem = firstProblem(schema, parsed.error, options);
  throw new UsageError(`Invalid option of ${name}(). ${problem}`);
}

/** The same options as those of a command. */
export function runFlags(options: RunOptions) {
  const { config, profile, baseline, strictBaseline, ruleSet } = options;
  const isStrict = strictBaseline === true ? strictBaseline : undefined;
  const flags = defined({ config, profile, baseline, strictBaseline: isStrict, ruleSet });
  refuseIdle(BASELINE, flags);
  return flags;
}

/** The same options as those of a command that sends. */
export function sendingFlags(options: SendingOptions) {
  const { headers: header, seed, timeLimitMs: timeLimit } = options;
  return { ...runFlags(options), ...defined({ header, seed, timeLimit }) };
}

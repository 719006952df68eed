import { z } from 'zod';
import { assessTarget } from '../commands/run/run-assessment.ts';
import type { AssessOptions } from '../commands/run/run-inputs.ts';
import { ONE_LOAD } from '../commands/run/run-load.ts';
import { commandWords } from './command-words.ts';
import { checkOptions, SENDING_SHAPE, type SendingOptions, sendingFlags } from './run-options.ts';
import { type Running, startRun } from './running.ts';

/** Options of `load`, as those of `assay load`. */
export interface LoadOptions extends SendingOptions {
  /** Name of a bundled scenario, or path of a custom one; `mixed` by default. */
  readonly scenario?: string;
  /** Such as `50/s`. */
  readonly arrivalRate?: string;
  /** Such as `30s`. */
  readonly duration?: string;
  /** Maximum number of concurrent iterations. */
  readonly inFlight?: number;
  /** Objectives, such as `chat ttft p95 < 800ms`; they replace those of the configuration. */
  readonly objectives?: readonly string[];
}

const LoadOptionsSchema = z.strictObject({
  ...SENDING_SHAPE,
  scenario: z.string().optional(),
  arrivalRate: z.string().optional(),
  duration: z.string().optional(),
  inFlight: z.int().min(1).max(1_000_000).optional(),
  objectives: z.array(z.string()).optional(),
});

/**
 * Loads a gateway and checks every response, as `assay load` does, without writing files.
 * @param target http(s) address, `embedded` or `container`; by default that of `assay.yaml`, or `embedded` outside CI
 * @returns the run, which rejects with `UsageError`, `SetupError` or `TargetUnreachable` when nothing
 *   could be judged
 */
export function load(target?: string, options: LoadOptions = {}): Running {
  checkOptions('load', LoadOptionsSchema, options);
  const { scenario, arrivalRate, duration, inFlight, objectives } = options;
  const flags: AssessOptions = {
    ...(target !== undefined && { target }),
    ...sendingFlags(options),
    ...(scenario !== undefined && { scenario }),
    ...(arrivalRate !== undefined && { arrivalRate }),
    ...(duration !== undefined && { duration }),
    ...(inFlight !== undefined && { inFlight }),
    ...(objectives !== undefined && { slo: objectives }),
  };
  return startRun(commandWords('load', [], flags), options, (session) =>
    assessTarget('load', { conformance: false, measurement: ONE_LOAD }, flags, session),
  );
}

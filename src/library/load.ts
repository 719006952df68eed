import { z } from 'zod';
import { assessTarget } from '../commands/run/run-assessment.ts';
import { ONE_LOAD } from '../commands/run/run-load.ts';
import { defined } from '../input/defined.ts';
import { commandWords } from './command-words.ts';
import { checkOptions, SENDING_SHAPE, sendingFlags } from './run-options.ts';
import { type Running, startRun } from './running.ts';

const LoadOptionsSchema = z.strictObject({
  ...SENDING_SHAPE,
  /** Name of a bundled scenario, or path of a custom one; `mixed` by default. */
  scenario: z.string().optional(),
  /** Such as `50/s`. */
  arrivalRate: z.string().optional(),
  /** Such as `30s`. */
  duration: z.string().optional(),
  /** Maximum number of concurrent iterations. */
  inFlight: z.int().min(1).max(1_000_000).optional(),
  /** Objectives, such as `chat ttft p95 < 800ms`; they replace those of the configuration. */
  objectives: z.array(z.string()).readonly().optional(),
});

/** Options of `load`, as those of `assay load`. */
export type LoadOptions = Readonly<z.infer<typeof LoadOptionsSchema>>;

/**
 * Loads a gateway and checks every response, as `assay load` does, without writing files.
 * @param target http(s) address, `embedded` or `container`; by default that of `assay.yaml`, or `embedded` outside CI
 * @returns the run, which rejects with `UsageError`, `SetupError` or `TargetUnreachable` when nothing
 *   could be judged
 */
export function load(target?: string, options: LoadOptions = {}): Running {
  checkOptions('load', LoadOptionsSchema, options);
  const { scenario, arrivalRate, duration, inFlight, objectives: slo } = options;
  const flags = {
    ...defined({ target }),
    ...sendingFlags(options),
    ...defined({ scenario, arrivalRate, duration, inFlight, slo }),
  };
  return startRun(commandWords('load', [], flags), options, (session) =>
    assessTarget('load', { conformance: false, measurement: ONE_LOAD }, flags, session),
  );
}

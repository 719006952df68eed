import { z } from 'zod';
import { assessTarget } from '../commands/run/run-assessment.ts';
import type { AssessOptions } from '../commands/run/run-inputs.ts';
import { commandWords } from './command-words.ts';
import { checkOptions, SENDING_SHAPE, type SendingOptions, sendingFlags } from './run-options.ts';
import { type Running, startRun } from './running.ts';

/** Options of `conform`, as those of `assay conform`. */
export interface ConformOptions extends SendingOptions {
  /** Only rules of these areas, such as `chat-stream`. */
  readonly areas?: readonly string[];
  /** Only these rules, by id. */
  readonly rules?: readonly string[];
  /** Only rules of these levels. */
  readonly levels?: readonly ('must' | 'should' | 'may')[];
  /** Sends all that the probes can; by default, less to a target on another machine. */
  readonly thorough?: boolean;
  /**
   * Maximum to spend: a sum in the currency of `prices`, or a number of calls, such as 5 or
   * `150 calls`. A plan beyond it rejects with `UsageError`.
   */
  readonly budget?: number | string;
}

const ConformOptionsSchema = z.strictObject({
  ...SENDING_SHAPE,
  areas: z.array(z.string()).optional(),
  rules: z.array(z.string()).optional(),
  levels: z.array(z.enum(['must', 'should', 'may'])).optional(),
  thorough: z.boolean().optional(),
  budget: z.union([z.number().min(0), z.string()]).optional(),
});

/**
 * Checks the conformance of a gateway, as `assay conform` does, without writing files.
 * @param target http(s) address, `embedded` or `container`; by default that of `assay.yaml`, or `embedded` outside CI
 * @returns the run, which rejects with `UsageError`, `SetupError` or `TargetUnreachable` when nothing
 *   could be judged
 */
export function conform(target?: string, options: ConformOptions = {}): Running {
  checkOptions('conform', ConformOptionsSchema, options);
  const { areas, rules, levels, thorough, budget } = options;
  const flags: AssessOptions = {
    ...(target !== undefined && { target }),
    ...sendingFlags(options),
    ...(areas !== undefined && { area: areas }),
    ...(rules !== undefined && { rule: rules }),
    ...(levels !== undefined && { level: levels }),
    ...(thorough !== undefined && { thorough }),
    ...(budget !== undefined && { budget: String(budget) }),
  };
  return startRun(commandWords('conform', [], flags), options, (session) =>
    assessTarget('conform', { conformance: true }, flags, session),
  );
}

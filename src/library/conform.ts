import { z } from 'zod';
import { assessTarget } from '../commands/run/run-assessment.ts';
import { defined } from '../input/defined.ts';
import { commandWords } from './command-words.ts';
import { checkOptions, SENDING_SHAPE, sendingFlags } from './run-options.ts';
import { type Running, startRun } from './running.ts';

const ConformOptionsSchema = z.strictObject({
  ...SENDING_SHAPE,
  /** Only rules of these areas, such as `chat-stream`. */
  areas: z.array(z.string()).readonly().optional(),
  /** Only these rules, by id. */
  rules: z.array(z.string()).readonly().optional(),
  /** Only rules of these levels. */
  levels: z
    .array(z.enum(['must', 'should', 'may']))
    .readonly()
    .optional(),
  /** Sends all that the probes can; by default, less to a target on another machine. */
  thorough: z.boolean().optional(),
  /**
   * Maximum to spend: a sum in the currency of `prices`, or a number of calls, such as 5 or
   * `150 calls`. A plan beyond it rejects with `UsageError`.
   */
  budget: z.union([z.number().min(0), z.string()]).optional(),
});

/** Options of `conform`, as those of `assay conform`. */
export type ConformOptions = Readonly<z.infer<typeof ConformOptionsSchema>>;

/**
 * Checks the conformance of a gateway, as `assay conform` does, without writing files.
 * @param target http(s) address, `embedded` or `container`; by default that of `assay.yaml`, or `embedded` outside CI
 * @returns the run, which rejects with `UsageError`, `SetupError` or `TargetUnreachable` when nothing
 *   could be judged
 */
export function conform(target?: string, options: ConformOptions = {}): Running {
  checkOptions('conform', ConformOptionsSchema, options);
  const { areas: area, rules: rule, levels: level, thorough, budget } = options;
  const limit = budget === undefined ? undefined : String(budget);
  const flags = {
    ...defined({ target }),
    ...sendingFlags(options),
    ...defined({ area, rule, level, thorough, budget: limit }),
  };
  return startRun(commandWords('conform', [], flags), options, (session) =>
    assessTarget('conform', { conformance: true }, flags, session),
  );
}

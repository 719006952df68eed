import { type Command, Option } from 'commander';
import { type MinEffect, parseMinEffect } from '../../measure/change/min-effect.ts';

/** The smallest change that matters. */
export interface EffectOptions {
  readonly minEffect?: MinEffect;
}

/** Options of a run that is compared with an earlier one. */
export interface AgainstOptions extends EffectOptions {
  /** The path of a report. */
  readonly against?: string;
}

export function withEffectOption(command: Command): Command {
  return command.addOption(
    new Option(
      '--min-effect <change>',
      'smallest change of a latency that matters; both parts must be reached (default: "5% and 2ms")',
    ).argParser(parseMinEffect),
  );
}

export function withAgainstOptions(command: Command): Command {
  return withEffectOption(
    command.option(
      '--against <report>',
      'report.json of an earlier run: fail if the performance is worse, and judge objectives such as "chat ttft p95 <= 110% of baseline"',
    ),
  );
}

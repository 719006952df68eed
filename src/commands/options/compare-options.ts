import { type Command, Option } from 'commander';
import { UsageError } from '../../input/usage-error.ts';
import { LEAST_BLOCKS } from '../../measure/change/percentile-change.ts';
import { type EffectOptions, withEffectOption } from './against-options.ts';
import type { FormatOptions } from './format-option.ts';
import { count } from './option-values.ts';
import type {
  AnnotationOptions,
  LoadOptions,
  SendOptions,
  SpendingOptions,
  TimeOptions,
  UpstreamOptions,
} from './run-options.ts';

export interface CompareOptions
  extends SendOptions,
    TimeOptions,
    LoadOptions,
    SpendingOptions,
    UpstreamOptions,
    EffectOptions,
    FormatOptions,
    AnnotationOptions {
  readonly failOn?: 'worse';
  readonly load?: true;
  readonly blocks?: number;
}

export const DEFAULT_BLOCKS = 12;

export function withCompareOptions(command: Command): Command {
  return withEffectOption(command)
    .addOption(
      new Option(
        '--fail-on <change>',
        'exit 1 if a subject is worse than the first, 2 if that is uncertain',
      ).choices(['worse']),
    )
    .option(
      '--load',
      'load the targets in alternating blocks and compare their performance, instead of judging and describing them',
    )
    .addOption(
      new Option(
        '--blocks <n>',
        `repeats of --load for each target, in turn as in A B B A; --duration is divided among them, and the intervals come from their pairs (default: ${DEFAULT_BLOCKS})`,
      ).argParser(count('--blocks', LEAST_BLOCKS, 1000)),
    );
}

const OF_LOAD = [
  'blocks',
  'scenario',
  'arrivalRate',
  'arrivals',
  'stages',
  'bursts',
  'users',
  'think',
  'trace',
  'speed',
  'duration',
  'inFlight',
  'slo',
] as const satisfies readonly (keyof CompareOptions)[];

/** @throws UsageError for options that have an effect only with another one, or without it */
export function refuseIdleCompare(options: CompareOptions): void {
  if (options.load && options.upstream !== undefined) {
    throw new UsageError(
      '--upstream cannot be combined with --load: blocks of load are compared as a caller sees them. Remove --load, or measure each gateway with assay overhead and compare the reports.',
    );
  }
  const idle = OF_LOAD.find((name) => options[name] !== undefined);
  if (options.load !== undefined || idle === undefined) return;
  const flag = `--${idle.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new UsageError(
    `${flag} needs --load: without it, compare sends no load. Add --load, or remove ${flag}.`,
  );
}

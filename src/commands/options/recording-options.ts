import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { UsageError } from '../../input/usage-error.ts';
import { enginesFor, enginesForCores } from '../../load/engine/segments.ts';
import type { Judging } from '../../load/load-run.ts';
import { count, countOrAuto } from './option-values.ts';
import { requireWritable } from './require-writable.ts';
import type { BaselineOptions, ReportOptions } from './run-options.ts';

/** How a load is split over engines, recorded and judged. */
export interface RecordingOptions {
  readonly record?: string;
  readonly judge?: Judging;
  readonly judgeWorkers?: number;
  /** `auto`: as many as the requests in flight or the cores call for. */
  readonly segments?: number | 'auto';
}

const MOST_SEGMENTS = 64;

const JUDGING: readonly Judging[] = ['live', 'after', 'none'];

export function withRecordingOptions(command: Command): Command {
  return withJudgeWorkers(
    command
      .option(
        '--record <file>',
        'record the run in a file for "assay judge"; each segment has a separate file (run-1.rec, run-2.rec)',
      )
      .addOption(
        new Option(
          '--judge <when>',
          'judge requests as they end, after the load from a recording, or not at all (default: live)',
        ).choices(JUDGING),
      )
      .addOption(
        new Option(
          '--segments <n>',
          'local engines that share the load, each with a segment of the schedule; auto: one per 500 in flight or per 4 cores, whichever is more (default: one per 500 in flight)',
        ).argParser(countOrAuto('--segments', 1, MOST_SEGMENTS)),
      ),
  );
}

export function withJudgeWorkers(command: Command): Command {
  return command.addOption(
    new Option(
      '--judge-workers <n>',
      'extra threads that judge a recording; 0 for none (default: number of cores less one, at most 6; 0 if the recordings have less than 256 MiB)',
    ).argParser(count('--judge-workers', 0, 64)),
  );
}

/** Where a recording is, for who started the load. */
export function recordingSentence(file: string): string {
  return `Recording: ${file} contains complete requests and answers. Protect it as you protect those.`;
}

/** @throws UsageError for flags that have no effect together with the others */
export function refuseIdle({ judge, judgeWorkers }: RecordingOptions): void {
  if (judgeWorkers !== undefined && judge !== 'after') {
    throw new UsageError('--judge-workers needs --judge after. Add it, or remove --judge-workers.');
  }
}

/** Outputs of k6 that two engines cannot share: they write a file or listen on a port. */
const SINGLE_OUTPUT = /^(json|csv|web-dashboard)\b/;

/**
 * How many engines share a load: unless the user says it, as many as keep each of them small, with
 * `auto` at least as many as the cores keep busy, and one where several would write the same file, or listen on the same port.
 */
export function segmentsOf(
  { segments }: RecordingOptions,
  k6Outputs: readonly string[],
  inFlight: number,
  cores: number = availableParallelism(),
): number {
  if (typeof segments === 'number') return segments;
  if (k6Outputs.some((output) => SINGLE_OUTPUT.test(output))) return 1;
  const forCores = segments === 'auto' ? enginesForCores(cores, inFlight) : 1;
  return Math.min(Math.max(enginesFor(inFlight), forCores), MOST_SEGMENTS);
}

/** @throws UsageError when several engines would write the same file, or listen on the same port */
export function refuseSharedOutput({
  segments = 1,
  k6Out = [],
}: RecordingOptions & { readonly k6Out?: readonly string[] }): void {
  const startsSeveral = segments !== 'auto' && segments > 1;
  const shared = startsSeveral ? k6Out.find((output) => SINGLE_OUTPUT.test(output)) : undefined;
  if (shared === undefined) return;
  throw new UsageError(
    `--k6-out ${shared} cannot be shared by several engines, and --segments ${segments} starts several. Remove one of them, or choose another output, such as opentelemetry.`,
  );
}

/** @throws UsageError when the recording cannot be written: checked before the run */
export async function requireRecordable({ record }: RecordingOptions): Promise<void> {
  if (record !== undefined) await requireWritable('Recording', record);
}

/** Options of `assay judge`. */
export interface JudgeOptions extends ReportOptions, BaselineOptions {
  readonly ruleSet?: string;
  readonly judgeWorkers?: RecordingOptions['judgeWorkers'];
}

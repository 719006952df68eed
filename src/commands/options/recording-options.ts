import { type Command, Option } from 'commander';
import { UsageError } from '../../input/usage-error.ts';
import type { Judging } from '../../load/load-run.ts';
import { count } from './option-values.ts';
import { requireWritable } from './require-writable.ts';
import type { BaselineOptions, ReportOptions } from './run-options.ts';

/** How a load is spread over engines, kept and judged. */
export interface RecordingOptions {
  readonly record?: string;
  readonly judge?: Judging;
  readonly judgeWorkers?: number;
  readonly segments?: number;
}

const JUDGING: readonly Judging[] = ['live', 'after', 'none'];

export function withRecordingOptions(command: Command): Command {
  return withJudgeWorkers(
    command
      .option(
        '--record <file>',
        'keep the run in a file that "assay judge" reads; each of several segments keeps its own (run-1.rec, run-2.rec)',
      )
      .addOption(
        new Option(
          '--judge <when>',
          'judge exchanges as they come, after the load from a recording, or not at all (default: live)',
        ).choices(JUDGING),
      )
      .addOption(
        new Option(
          '--segments <n>',
          'local engines that share the load, each a segment of one schedule (default: 1)',
        ).argParser(count('--segments', 1, 64)),
      ),
  );
}

/** A load that is run elsewhere. */
export interface EmitOptions {
  readonly emit?: 'script' | 'k6-operator';
  readonly image?: string;
  readonly parallelism?: number;
}

/** What means nothing where nothing is sent. */
const NOTHING_SENT = [
  'record',
  'judge',
  'judgeWorkers',
  'segments',
  'k6Out',
  'out',
  'format',
  'json',
];

export function withEmitOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--emit <what>',
        'send nothing and print the load: as a script for the engine (k6 with k6/x/gateway), or as a TestRun of the k6 operator with its ConfigMap',
      )
        .choices(['script', 'k6-operator'])
        .conflicts([...NOTHING_SENT]),
    )
    .option(
      '--image <ref>',
      'image that has the engine as k6, for --emit k6-operator (default: assay-engine)',
    )
    .addOption(
      new Option(
        '--parallelism <n>',
        'pods that share the load, for --emit k6-operator (default: 2)',
      ).argParser(count('--parallelism', 1, 10_000)),
    );
}

export function withJudgeWorkers(command: Command): Command {
  return command.addOption(
    new Option(
      '--judge-workers <n>',
      'threads that help to judge a recording; 0 for none (default: one for each core beyond two, up to 6)',
    ).argParser(count('--judge-workers', 0, 64)),
  );
}

/** @throws UsageError for flags that would say nothing beside the others */
export function refuseIdle(options: RecordingOptions & EmitOptions): void {
  const { emit, image, parallelism, judge, judgeWorkers } = options;
  if (emit !== 'k6-operator' && image !== undefined) {
    throw new UsageError('--image needs --emit k6-operator.');
  }
  if (emit !== 'k6-operator' && parallelism !== undefined) {
    throw new UsageError('--parallelism needs --emit k6-operator.');
  }
  if (judgeWorkers !== undefined && judge !== 'after') {
    throw new UsageError('--judge-workers needs --judge after.');
  }
}

/** Outputs of k6 of which a machine bears only one: they are a file, or a port. */
const SINGLE_OUTPUT = /^(json|csv|web-dashboard)\b/;

/** @throws UsageError when several engines would write one file anew, or listen on one port */
export function refuseSharedOutput({
  segments = 1,
  k6Out = [],
}: RecordingOptions & { readonly k6Out?: readonly string[] }): void {
  const shared = segments > 1 ? k6Out.find((output) => SINGLE_OUTPUT.test(output)) : undefined;
  if (shared === undefined) return;
  throw new UsageError(
    `--k6-out ${shared} bears one engine only, and --segments ${segments} starts several. Leave one of them out, or name an output that takes several, such as opentelemetry.`,
  );
}

/** @throws UsageError when a recording cannot be written there: said before the run, not by it */
export async function requireRecordable({ record }: RecordingOptions): Promise<void> {
  if (record !== undefined) await requireWritable('Recording', record);
}

/** What is judged, and by what. */
export interface JudgeOptions extends ReportOptions, BaselineOptions {
  readonly ruleSet?: string;
  readonly judgeWorkers?: RecordingOptions['judgeWorkers'];
}

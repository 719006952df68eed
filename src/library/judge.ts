import { z } from 'zod';
import { judgeRecordingFiles } from '../commands/run/run-judge.ts';
import { commandWords } from './command-words.ts';
import { checkOptions, RUN_SHAPE, type RunOptions, runFlags } from './run-options.ts';
import { type Running, startRun } from './running.ts';

/** Options of `judge`, as those of `assay judge`. */
export type JudgeOptions = RunOptions;

const JudgeOptionsSchema = z.strictObject(RUN_SHAPE);

/**
 * Judges recordings of one load as one run, as `assay judge` does, without writing files.
 * @param recordings paths
 * @returns the run, which rejects with `UsageError` when a recording cannot be read
 */
export function judge(recordings: readonly string[], options: JudgeOptions = {}): Running {
  checkOptions('judge', JudgeOptionsSchema, options);
  const flags = runFlags(options);
  return startRun(commandWords('judge', recordings, flags), options, (session) =>
    judgeRecordingFiles(recordings, flags, session),
  );
}

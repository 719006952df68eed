import type { Means } from '../conformance/prerequisites.ts';
import type { Reading } from '../conformance/reading.ts';
import { readHarms } from '../conformance/rule-source.ts';
import type { CatalogueEntry } from '../conformance/rules.ts';
import type { ConformanceResult } from '../conformance/run.ts';
import { findEngine } from '../load/engine-binary.ts';
import type { LoadResult } from '../load/run-load.ts';
import { assemble } from '../report/assemble.ts';
import type { RunReport } from '../report/run-report.ts';
import type { Target } from '../target/target.ts';
import { chooseReading } from './choose-reading.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { conformancePart } from './conformance-part.ts';
import { deliver } from './deliver.ts';
import { EXIT } from './exit-codes.ts';
import { awaitInterruption } from './interruption.ts';
import { loadPart } from './load-part.ts';
import { openTarget } from './open-target.ts';
import { preflight } from './preflight.ts';
import { Progress } from './progress.ts';
import { reproLine } from './repro-line.ts';
import {
  type ConformOptions,
  type LoadOptions,
  overridesOf,
  type RunOptions,
} from './run-options.ts';
import { selectRules } from './select-rules.ts';

/** What a command asks for. */
export interface Parts {
  readonly conformance: boolean;
  readonly load: boolean;
}

/** What every part of a run works with. */
export interface Assessment {
  readonly target: Target;
  readonly configuration: Configuration;
  readonly reading: Reading;
  readonly means: Means;
  readonly catalogue: readonly CatalogueEntry[];
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/**
 * The whole of a run: target, preflight, the parts asked for, one report, one exit code.
 * @returns the exit code
 * @throws UsageError, TargetUnreachable and their like, when nothing began that could be reported
 */
export async function assess(
  command: string,
  parts: Parts,
  options: RunOptions & ConformOptions & LoadOptions,
): Promise<number> {
  const catalogue = selectRules(options);
  const configuration = await readConfiguration(options.config, overridesOf(options));
  const progress = new Progress(process.stderr);
  const say = (line: string): void => progress.say(line);
  const interruption = awaitInterruption(() => say('Interrupted: ending the run.'));
  let target: Target | undefined;
  let report: RunReport;
  try {
    const { signal } = interruption;
    const engine = parts.load ? await findEngine({ progress: say, signal }) : undefined;
    target = await openTarget({
      text: configuration.target,
      environment: process.env,
      referenceOptions: [],
      progress: say,
    });
    const reading = await chooseReading(target, configuration);
    const means = { secondKey: target.keys.second !== undefined };
    const assessment = { target, configuration, reading, means, catalogue, signal, progress };
    await preflight(target, signal);
    report = await run(command, parts, engine, assessment);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    say('Nothing was judged yet: there is no report.');
    return EXIT.interrupted;
  } finally {
    progress.end();
    await target?.stop();
    interruption.release();
  }
  await deliver(report, options);
  return report.exitCode;
}

async function run(
  command: string,
  parts: Parts,
  engine: string | undefined,
  assessment: Assessment,
): Promise<RunReport> {
  const { target, configuration, reading, means, catalogue, signal } = assessment;
  const startedAt = new Date();
  const startedMs = performance.now();
  const harnessErrors: string[] = [];
  let conformance: ConformanceResult | undefined;
  let load: LoadResult | undefined;
  try {
    if (parts.conformance) conformance = await conformancePart(assessment);
    harnessErrors.push(...(conformance?.failures ?? []));
    const sound = !signal.aborted && conformance?.cutShort === undefined;
    if (engine !== undefined && sound) load = await loadPart(assessment, engine);
    harnessErrors.push(...(load?.failures ?? []));
  } catch (error) {
    harnessErrors.push(error instanceof Error ? error.message : String(error));
  }
  const trouble = await troubleOf(target, conformance);
  const { kind, address, note } = target;
  return assemble({
    command,
    repro: reproLine(process.argv, configuration.workload.seed),
    startedAt,
    durationMs: performance.now() - startedMs,
    seed: configuration.workload.seed,
    target: { kind, address, ...(note !== undefined && { note }) },
    reading,
    means,
    catalogue,
    harms: await readHarms(catalogue),
    ...(conformance && { conformance }),
    ...(load && { load: { workload: configuration.workload, result: load } }),
    judgedShare: configuration.judgedShare,
    interrupted: signal.aborted,
    harnessErrors,
    ...(trouble !== undefined && { targetTrouble: trouble }),
  });
}

/** Why the target is no longer there, when it is not. */
async function troubleOf(
  target: Target,
  conformance: ConformanceResult | undefined,
): Promise<string | undefined> {
  const ended = await target.ended();
  if (ended !== undefined) return ended;
  if (conformance?.cutShort !== 'target-gone') return undefined;
  return `The target stopped answering: ${target.address}.`;
}

import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { readRuleSources } from '../../conformance/rule-source.ts';
import type { ConformanceResult } from '../../conformance/run/run-conformance.ts';
import { Budget } from '../../conformance/sending/budget.ts';
import { defined } from '../../input/defined.ts';
import { findEngine } from '../../load/engine/find-engine.ts';
import type { ReportedLoad } from '../../load/load-result.ts';
import type { RunFacts } from '../../report/assemble/assemble.ts';
import { withCutAnswers } from '../../report/phrases/cut-answers-sentence.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import { makeFolder } from '../../report/write.ts';
import type { Target } from '../../target/target.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { deliver } from '../delivery/write-reports.ts';
import { EXIT } from '../options/exit-codes.ts';
import { PlanDeclined, questionOn } from '../spending/approve-plan.ts';
import { approver } from '../spending/approver.ts';
import { countsSpending, effortFor } from '../spending/effort-for.ts';
import { type ConnectedTarget, connectTarget } from '../target/connect-target.ts';
import { defaultTargetLine, openTarget, wayTo } from '../target/open-target.ts';
import { type OpenUpstream, openUpstream } from '../target/open-upstream.ts';
import { targetTrouble } from '../target/target-gone.ts';
import { targetRecord } from '../target/target-record.ts';
import { awaitInterruption } from '../terminal/interruption.ts';
import { stderr } from '../terminal/output.ts';
import { Progress } from '../terminal/progress.ts';
import { withBaseline } from './apply-baseline.ts';
import type { Assessment, Measured, Parts } from './assessment.ts';
import { dryRun } from './dry-run.ts';
import { requireOutputs } from './k6-outputs.ts';
import { requireRecordable } from './recording-files.ts';
import { conformLine, type RunSettings, reproLine } from './repro-line.ts';
import { conformancePart } from './run-conformance.ts';
import { type AssessOptions, readRunInputs } from './run-inputs.ts';
import type { Session } from './session.ts';
import { shownSettings } from './shown-settings.ts';

/**
 * A whole run: target, preflight, the selected parts, one report, one exit code.
 * @returns the exit code
 * @throws UsageError, TargetUnreachable and others, when nothing was judged yet
 */
export async function assess(
  command: string,
  parts: Parts,
  options: AssessOptions,
): Promise<number> {
  if (options.dryRun) return await dryRun(parts, options);
  // A folder that cannot be written is reported before the run.
  if (options.out !== undefined) await makeFolder(options.out);
  await requireRecordable(options);
  const progress = new Progress(stderr(), options);
  const { signal, release } = awaitInterruption(() =>
    progress.say('Interrupted: stopping the run.'),
  );
  const words = process.argv.slice(2);
  const session: Session = {
    words,
    environment: process.env,
    progress,
    signal,
    ...defined({ approve: questionOn(process.stdin, stderr(), signal) }),
  };
  const report = await assessTarget(command, parts, options, session).finally(release);
  if (report === undefined) return EXIT.interrupted;
  return await deliver(report, options);
}

/**
 * The report of a whole run; undefined when the run was interrupted before anything was judged.
 * @throws UsageError, SetupError, TargetUnreachable
 */
export async function assessTarget(
  command: string,
  parts: Parts,
  options: AssessOptions,
  session: Session,
): Promise<RunReport | undefined> {
  const { environment, progress, signal } = session;
  const { measurement } = parts;
  const say = (line: string): void => progress.say(line);
  const { allowance, ...inputs } = await readRunInputs(parts, options);
  const { configuration, catalogue } = inputs;
  const plainWay = await wayTo(configuration, environment);
  const unnamed = defaultTargetLine(configuration);
  if (unnamed !== undefined) say(unnamed);
  let target: Target | undefined;
  let behind: OpenUpstream | undefined;
  let connected: ConnectedTarget | undefined;
  try {
    const engine =
      measurement !== undefined || configuration.upstream !== undefined
        ? await findEngine({ env: { ...process.env, ...environment }, progress: say, signal })
        : undefined;
    if (engine !== undefined && measurement !== undefined)
      await requireOutputs(engine, options.k6Out);
    const { target: text } = configuration;
    behind = await openUpstream(configuration, [{ text }], {
      way: plainWay,
      engine,
      say,
      pace: measurement?.pace,
    });
    const [way = plainWay] = behind?.ways ?? [];
    const { upstream } = behind ?? {};
    target = await openTarget({ ...way, text, progress: say });
    const effort = effortFor(target.address, options.thorough);
    const isCounted = countsSpending(target.address, configuration, options);
    const budget = isCounted ? new Budget(allowance) : undefined;
    connected = await connectTarget(target, {
      configuration,
      upstream,
      conformance: parts.conformance,
      rules: catalogue.map(({ rule }) => rule),
      load: measurement !== undefined,
      effort,
      budget,
      signal,
      say,
      onResponding: approver(parts, options, {
        configuration,
        catalogue,
        effort,
        allowance,
        target: target.address,
        session,
        say,
      }),
    });
    measurement?.checkTarget?.(connected);
    const { timeLimit: timeLimitMs, k6Out: k6Outputs = [] } = options;
    return await assessConnected(command, parts, engine, {
      ...connected,
      ...inputs,
      label: options.label,
      effort,
      budget,
      timeLimitMs,
      k6Outputs,
      recording: options,
      session,
      signal,
      progress,
    });
  } catch (error) {
    if (error instanceof PlanDeclined) {
      say('Not started: nothing was sent that costs money.');
      return undefined;
    }
    if (!signal.aborted) throw error;
    say('No report: nothing was judged yet.');
    return undefined;
  } finally {
    progress.end();
    await connected?.connection.close();
    await target?.stop();
    await behind?.upstream.stop();
  }
}

/**
 * The run report of a connected target. It is not printed or written yet, and the target is not
 * stopped.
 * @param engine the binary, where there is a measurement
 */
export async function assessConnected(
  command: string,
  parts: Parts,
  engine: string | undefined,
  assessment: Assessment,
): Promise<RunReport> {
  const { target, connection, configuration, profile, capabilities, catalogue } = assessment;
  const { session, signal } = assessment;
  const startedAt = new Date();
  const startedMs = performance.now();
  const harnessErrors: string[] = [];
  let conformance: ConformanceResult | undefined;
  const cutShort: string[] = [];
  let measured: Measured | undefined;
  try {
    if (parts.conformance) {
      const part = await conformancePart(assessment);
      conformance = part.result;
      cutShort.push(...part.cutShort);
    }
    harnessErrors.push(...(conformance?.failures ?? []));
    const sound = !signal.aborted && conformance?.cutShort === undefined;
    if (engine !== undefined && parts.measurement !== undefined && sound) {
      await connection.close();
      measured = await parts.measurement.run(assessment, engine);
      cutShort.push(...measured.cutShort);
      harnessErrors.push(...measured.failures);
    }
  } catch (error) {
    harnessErrors.push(error instanceof Error ? error.message : String(error));
  }
  const { load, capacity, overhead } = measured?.facts ?? {};
  const trouble =
    measured?.targetTrouble ?? (await troubleOf(command, assessment, conformance, load));
  const settings = settingsOf(configuration, profile);
  const facts: RunFacts = {
    command,
    repro: reproLine(session.words, settings, target.access),
    conformRepro: conformLine(session.words, settings, target.access),
    settings: shownSettings(configuration, settings.profile, target.access),
    startedAt,
    durationMs: performance.now() - startedMs,
    seed: configuration.workload.seed,
    target: targetRecord(
      target,
      withCutAnswers(assessment.remark, connection.cutAnswers.byLimit, load?.cutAnswers),
    ),
    profile,
    capabilities,
    catalogue,
    sources: await readRuleSources(catalogue),
    ruleSet: assessment.ruleSet,
    ...defined({
      configuration: configuration.source,
      label: assessment.label,
      effort: assessment.effort,
      spending: assessment.budget && spendingRecord(assessment.budget),
      against: assessment.against,
      conformance,
      load,
      capacity,
      overhead,
      targetTrouble: trouble,
    }),
    // With --judge none no share is required.
    judgedShare: assessment.recording.judge === 'none' ? 0 : configuration.judgedShare,
    interrupted: signal.aborted,
    harnessErrors,
    ...(cutShort.length > 0 && { cutShort }),
  };
  const { baseline, progress } = assessment;
  return withBaseline(facts, baseline, (line) => progress.say(line));
}

function spendingRecord({ allowance, spent }: Budget): RunReport['spending'] {
  const { unit, limit } = allowance;
  return { unit, spent, ...(Number.isFinite(limit) && { limit }) };
}

/** A profile of a file is named by its path. */
function settingsOf(configuration: Configuration, resolved: ResolvedProfile): RunSettings {
  const { source, target, upstream, profile = resolved.name, workload } = configuration;
  return defined({ config: source?.file, target, upstream, profile, seed: workload.seed });
}

/** Why the target is gone; undefined while it responds. */
async function troubleOf(
  command: string,
  { target, upstream, signal }: Assessment,
  conformance: ConformanceResult | undefined,
  load: ReportedLoad | undefined,
): Promise<string | undefined> {
  const ended = upstream?.ended() ?? (await target.ended());
  if (ended !== undefined) return ended;
  const { gone } = conformance ?? {};
  if (load?.targetLoss === undefined && gone === undefined) return undefined;
  const repeat = command === 'compare' ? 'the comparison' : 'the run';
  return await targetTrouble(target, { load, gone }, { signal, repeat });
}

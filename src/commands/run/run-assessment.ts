import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { absentFeatures } from '../../conformance/run/absent-features.ts';
import { type ConformanceResult, runConformance } from '../../conformance/run/run-conformance.ts';
import type { TargetGone } from '../../conformance/run/run-probes.ts';
import type { Budget } from '../../conformance/sending/budget.ts';
import { defined, present } from '../../input/defined.ts';
import type { ReportedLoad } from '../../load/load-result.ts';
import type { RunFacts } from '../../report/assemble/assemble.ts';
import type { ExploreFacts } from '../../report/assemble/explore-section.ts';
import { formatNumberOf } from '../../report/phrases/number-format.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import { withBaseline } from '../configuration/baseline-file.ts';
import { deliver } from '../delivery/deliver.ts';
import { buildLabel } from '../options/run-options.ts';
import { targetRecord, targetTrouble } from '../target/target-gone.ts';
import { runFolder } from '../terminal/output.ts';
import type { Assessment, Measured, OpenedRun, Parts } from './assessment.ts';
import { dryRun } from './dry-run.ts';
import { FailedRules, ProbeProgress } from './probe-progress.ts';
import { conformLine, type RunSettings, reproLine, shownSettings } from './repro-line.ts';
import { type AssessOptions, readRunInputs } from './run-inputs.ts';
import { findingWeight, requireOutputs, requireRecordable } from './run-load.ts';
import { exampleListener, inTerminal, type Session } from './session.ts';
import { probesTimeMs, timeLimit, timeLimitSentence } from './time-limit.ts';
import { withTarget } from './with-targets.ts';

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
  return await inTerminal(
    options,
    async (session) => {
      await requireRecordable(options);
      return await assessTarget(command, parts, options, session);
    },
    async (report, page) => {
      const exitCode = await deliver(report, options);
      page?.end(report, options.out ?? runFolder(report));
      return exitCode;
    },
  );
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
  const { conformance, explore, measurement } = parts;
  const inputs = await readRunInputs(parts, options);
  const { catalogue } = inputs;
  const { target } = inputs.configuration;
  const { against } = explore ?? {};
  const targets = against !== undefined && [
    { text: target },
    { text: against, keyVariable: 'ASSAY_API_KEY_AGAINST' },
  ];
  const order = { ...inputs, parts, options, pace: measurement?.pace, ...(targets && { targets }) };
  return await withTarget(session, order, NOTHING, async (engine, connect) => {
    const { timeLimit: timeLimitMs, k6Out, label } = options;
    if (engine !== undefined && measurement !== undefined) await requireOutputs(engine, k6Out);
    // An exploration tries every operation.
    const wanted = explore === undefined ? { rules: catalogue.map(({ rule }) => rule) } : {};
    const connected = await connect({
      conformance: conformance || explore !== undefined,
      ...wanted,
    });
    const seed = inputs.configuration.workload.seed + 1;
    const opponent = targets ? await connect({ conformance: true, seed }, 1) : undefined;
    measurement?.checkTarget?.(connected);
    return await assessConnected(command, parts, engine, {
      ...connected,
      ...session,
      ...inputs,
      label: buildLabel(label, process.env),
      timeLimitMs,
      k6Outputs: k6Out ?? [],
      recording: options,
      opponent,
    });
  });
}

const NOTHING = 'No report: nothing was judged yet.';

/**
 * The run report of a connected target. It is not printed or written yet, and the target is not
 * stopped.
 * @param engine the binary, where there is a measurement
 */
export async function assessConnected(
  command: string,
  parts: Parts,
  engine: string | undefined,
  opened: OpenedRun,
): Promise<RunReport> {
  const failedRules = new FailedRules(opened.progress, findingWeight(opened));
  const assessment: Assessment = { ...opened, failedRules };
  const { target, connection, configuration, capabilities, catalogue } = assessment;
  let { profile } = assessment;
  const { words, signal } = assessment;
  const startedAt = new Date();
  const startedMs = performance.now();
  const harnessErrors: string[] = [];
  let conformance: ConformanceResult | undefined;
  const cutShort: string[] = [];
  let explored: ExploreFacts | undefined;
  let measured: Measured | undefined;
  try {
    if (parts.conformance) {
      const part = await conformancePart(assessment);
      conformance = part.result;
      profile = part.result?.profile ?? profile;
      cutShort.push(...part.cutShort);
    }
    harnessErrors.push(...(conformance?.failures ?? []));
    if (parts.explore !== undefined && conformance?.cutShort === undefined && !signal.aborted) {
      // Only here: other runs need not load what draws sequences.
      const { exploreTarget } = await import('./run-explore.ts');
      explored = await exploreTarget({ ...assessment, profile }, parts.explore);
      const { endedBy, trouble } = explored.explored;
      if (endedBy === 'restart-failed' && trouble !== undefined) harnessErrors.push(trouble);
    }
    const sound = !signal.aborted && conformance?.cutShort === undefined;
    if (engine !== undefined && parts.measurement !== undefined && sound) {
      await connection.close();
      measured = await parts.measurement.run({ ...assessment, profile }, engine);
      cutShort.push(...measured.cutShort);
      harnessErrors.push(...measured.failures);
    }
  } catch (error) {
    harnessErrors.push(error instanceof Error ? error.message : String(error));
  }
  const { load, capacity, overhead } = measured?.facts ?? {};
  const trouble =
    measured?.targetTrouble ??
    (await troubleOf(command, assessment, goneIn(conformance, explored), load));
  const rules = catalogue.map(({ rule }) => rule.id);
  const settings = { ...settingsOf(assessment), rules };
  const facts: RunFacts = {
    command,
    repro: reproLine(words, settings, target.access),
    conformRepro: conformLine(words, settings, target.access),
    settings: shownSettings(configuration, settings.profile, target.access),
    startedAt,
    durationMs: performance.now() - startedMs,
    seed: configuration.workload.seed,
    target: targetRecord(
      target,
      remarkOf(assessment.remark, profile),
      connection.cutAnswers.byLimit,
      load?.cutAnswers,
    ),
    profile,
    capabilities,
    catalogue,
    ruleSet: assessment.ruleSet,
    ...defined({
      configuration: configuration.source,
      traceLink: configuration.traceLink,
      label: assessment.label,
      effort: assessment.effort,
      spending: assessment.budget && spendingRecord(assessment.budget),
      against: assessment.against,
      conformance,
      explore: explored,
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

/** What discovery found, and the features that the target does not offer. */
function remarkOf(found: string | undefined, profile: ResolvedProfile): string | undefined {
  const features = [...absentFeatures(profile)].map(
    ([feature, reason]) => `Not offered: ${feature} (${reason.replace(/\.$/, '')}).`,
  );
  const sentences = present([found, ...features]);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** A profile of a file is named by its path. */
function settingsOf({ configuration, profile: resolved, against }: Assessment): RunSettings {
  const { source, target, upstream, profile = resolved.name, workload } = configuration;
  const files = { config: source?.file, against: against?.file };
  return defined({ ...files, target, upstream, profile, seed: workload.seed });
}

function goneIn(
  conformance: ConformanceResult | undefined,
  explored: ExploreFacts | undefined,
): TargetGone | undefined {
  const isGone = explored?.explored.endedBy === 'target-gone';
  return isGone ? { during: [], atMs: performance.now() } : conformance?.gone;
}

/** Why the target is gone; undefined while it responds. */
async function troubleOf(
  command: string,
  { target, upstream, signal }: Assessment,
  gone: TargetGone | undefined,
  load: ReportedLoad | undefined,
): Promise<string | undefined> {
  const ended = upstream?.ended() ?? (await target.ended());
  if (ended !== undefined) return ended;
  if (load?.targetLoss === undefined && gone === undefined) return undefined;
  const repeat = command === 'compare' ? 'the comparison' : 'the run';
  return await targetTrouble(target, { load, gone }, { signal, repeat });
}

/** @returns also the sentences of the report about the time limit */
async function conformancePart(
  assessment: Assessment,
): Promise<{ readonly result: ConformanceResult; readonly cutShort: readonly string[] }> {
  const { connection, profile, capabilities, catalogue, signal, progress } = assessment;
  const rules = catalogue.map(({ rule }) => rule).filter(({ evidence }) => evidence !== 'history');
  const probes = new Set(rules.map(({ probe }) => probe)).size;
  const limit = timeLimit(assessment.timeLimitMs, probesTimeMs(probes));
  const count = formatNumberOf(rules.length, 'rule');
  progress.say(`Conformance: ${count}, profile ${profile.name}${limit.clause}`);
  const shown = new ProbeProgress(progress, assessment.failedRules);
  const running = connection.within(limit.signal, () =>
    runConformance({
      rules,
      profile,
      capabilities,
      missingOperations: assessment.missingOperations,
      effort: assessment.effort,
      target: connection.gateways,
      timekeeping: connection.gateways.timekeeping,
      signal,
      timeLimit: limit.signal,
      onExample: exampleListener(assessment),
      probeDeadlineMs: profile.expect.probeDeadlineMs,
      onProgress: shown.onProgress,
    }),
  );
  const result = await running.finally(() => shown.end());
  const cutShort = result.cutShort === 'time-limit' ? [timeLimitSentence(limit)] : [];
  return { result, cutShort };
}

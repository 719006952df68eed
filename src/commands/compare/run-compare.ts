import { findRuleSet } from '../../conformance/find-rule-set.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import type { Capabilities } from '../../conformance/run/prerequisites.ts';
import type { Budget } from '../../conformance/sending/budget.ts';
import type { BehaviourSheet } from '../../report/behaviour-sheet/schema.ts';
import type { Comparison } from '../../report/comparison/schema.ts';
import type { Subject } from '../../report/comparison/subject.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import type { Target } from '../../target/target.ts';
import { TargetUnreachable } from '../../target/target-unreachable.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { EXIT } from '../options/exit-codes.ts';
import { assessConnected } from '../run/run-assessment.ts';
import { describeConnected } from '../run/run-describe.ts';
import { isTimeLimit } from '../run/time-limit.ts';
import { effortFor } from '../spending/effort-for.ts';
import { type ConnectedTarget, connectTarget } from '../target/connect-target.ts';
import { openTarget, wayTo } from '../target/open-target.ts';
import { type OpenUpstream, openUpstream, type Way } from '../target/open-upstream.ts';
import { isTargetTrouble } from '../target/target-gone.ts';
import type { Progress } from '../terminal/progress.ts';
import type { SubjectArgument } from './compare-subjects.ts';
import { interleavedLoad } from './interleaved-load.ts';

/** What the targets of a comparison have in common. */
interface ComparisonContext {
  readonly configuration: Configuration;
  /** For the whole command; depends on the number of probes when absent. */
  readonly timeLimitMs?: number | undefined;
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  /** Whether rules are judged; else only the operations of the workload are needed. */
  readonly conformance: boolean;
  /** Counts what the comparison spends, and limits it. */
  readonly budget?: Budget | undefined;
  /** Approves what is spent on all targets, before the first request that costs money. */
  onResponding(profile: ResolvedProfile, capabilities: Capabilities): Promise<void>;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Reports at once why nothing can be known about a target. */
  complain(sentence: string): void;
}

/** A subject with its results. Findings do not change the exit code: nothing is judged as a whole. */
export interface AssessedSubject {
  readonly subject: Subject;
  readonly exitCode: Comparison['exitCode'];
}

/** A connected target, or why there is none. */
type Opening = ConnectedTarget | AssessedSubject;

const PARTS = { conformance: true } as const;
const CUT_SHORT = 'The comparison was interrupted while this one was assessed. Repeat it.';
const NOT_LOADED =
  'It was not loaded to the end, because another target could not be. Repeat the comparison.';
const BUDGET_SPENT =
  'The budget was spent before the end of the load. Raise --budget, or shorten the load.';
const NOT_REACHED = 'The comparison was interrupted before this one was assessed. Repeat it.';

/** The targets of a comparison. Each is opened once, judged and described, and stopped at the end. */
export class ComparedTargets {
  readonly #context: ComparisonContext;
  readonly #targets: Target[] = [];
  #behind: OpenUpstream | undefined;
  readonly #openings = new Map<SubjectArgument, Opening>();

  constructor(context: ComparisonContext) {
    this.#context = context;
  }

  /**
   * Opens each target and checks that it responds and accepts its key: a problem with one is known
   * before any of them is judged.
   * @param engine path of its binary, where there is an upstream
   * @throws UsageError, SetupError
   */
  async open(subjects: readonly SubjectArgument[], engine: string | undefined): Promise<void> {
    const { configuration, conformance, environment, progress } = this.#context;
    const way = await wayTo(configuration, environment);
    const targets = subjects.map(({ source, keyVariable }) => ({ text: source, keyVariable }));
    if (conformance) {
      const say = (line: string): void => progress.say(line);
      this.#behind = await openUpstream(configuration, targets, { way, engine, say });
    }
    const { seed } = configuration.workload;
    for (const [at, each] of subjects.entries()) {
      const behind = this.#behind;
      const own = behind && { way: behind.ways[at] ?? way, seed: seed + at };
      this.#openings.set(each, await this.#open(each, own ?? { way, seed }));
    }
  }

  /** Judges and describes one target. */
  async assessOne(argument: SubjectArgument): Promise<AssessedSubject> {
    const opening = this.#openings.get(argument);
    if (opening === undefined) return this.#interrupted(argument);
    if ('subject' in opening) return opening;
    if (this.#context.signal.aborted) return this.#interrupted(argument, opening.target);
    this.#context.progress.say(`Comparing: ${argument.label}`);
    return await this.#assess(argument, opening);
  }

  /**
   * Loads all targets in alternating blocks. Where one of them cannot be loaded, none is: blocks
   * without their counterparts show nothing.
   */
  async loadAll(
    subjects: readonly SubjectArgument[],
    { engine, blocks }: { readonly engine: string; readonly blocks: number },
  ): Promise<readonly AssessedSubject[]> {
    const gateways = subjects.flatMap((argument) => {
      const opening = this.#openings.get(argument);
      return opening !== undefined && 'connection' in opening
        ? [{ label: argument.label, connected: opening }]
        : [];
    });
    if (gateways.length < subjects.length) return subjects.map((each) => this.#notLoaded(each));
    const { configuration, signal, progress } = this.#context;
    const result = await interleavedLoad({
      gateways,
      configuration,
      blocks,
      engine,
      budget: this.#context.budget,
      signal,
      progress,
    });
    return subjects.map((argument, at) => {
      const subject = subjectOf(argument, gateways[at]?.connected.target);
      const loaded = result.subjects[at];
      const { failure, trouble, isSpent } = result;
      if (signal.aborted) return interruptedIn(subject);
      if (failure !== undefined) return ended(subject, failure, EXIT.usage);
      if (isSpent) return ended(subject, BUDGET_SPENT, EXIT.inconclusive);
      if (trouble?.label === argument.label) {
        this.#context.complain(`${subject.label}: ${trouble.reason}`);
        return ended(subject, trouble.reason, EXIT.inconclusive);
      }
      return loaded === undefined
        ? ended(subject, NOT_LOADED, EXIT.inconclusive)
        : { subject: { ...subject, loaded }, exitCode: EXIT.holds };
    });
  }

  #notLoaded(argument: SubjectArgument): AssessedSubject {
    const opening = this.#openings.get(argument);
    if (opening !== undefined && 'subject' in opening) return opening;
    if (this.#context.signal.aborted || opening === undefined) return this.#interrupted(argument);
    return ended(subjectOf(argument, opening.target), NOT_LOADED, EXIT.inconclusive);
  }

  /** Stops what Assay started. */
  async stop(): Promise<void> {
    for (const opening of this.#openings.values()) {
      if ('connection' in opening) await opening.connection.close();
    }
    const stops = await Promise.allSettled(this.#targets.map((target) => target.stop()));
    await this.#behind?.upstream.stop();
    const failure = stops.find(({ status }) => status === 'rejected');
    if (failure?.status === 'rejected') throw failure.reason;
  }

  async #open(
    argument: SubjectArgument,
    { way, seed }: { readonly way: Way; readonly seed: number },
  ): Promise<Opening> {
    const { configuration, conformance, signal, progress } = this.#context;
    if (signal.aborted) return this.#interrupted(argument);
    const say = (line: string): void => progress.say(line);
    const target = await openTarget({
      ...way,
      text: argument.source,
      keyVariable: argument.keyVariable,
      progress: say,
    });
    this.#targets.push(target);
    try {
      return await connectTarget(target, {
        configuration,
        upstream: this.#behind?.upstream,
        seed,
        conformance,
        effort: effortFor(target.address, undefined),
        budget: this.#context.budget,
        onResponding: (profile, capabilities) => this.#context.onResponding(profile, capabilities),
        signal,
        say,
      });
    } catch (error) {
      if (signal.aborted) return this.#interrupted(argument, target);
      if (!(error instanceof TargetUnreachable)) throw error;
      return this.#unreachable(subjectOf(argument, target), error);
    }
  }

  async #assess(argument: SubjectArgument, connected: ConnectedTarget): Promise<AssessedSubject> {
    const { configuration, signal, progress } = this.#context;
    const { target } = connected;
    let subject = subjectOf(argument, target);
    try {
      const report = await this.#judge(connected);
      subject = { ...subject, report };
      if (report.partial) return await cutShort(subject, report, target);
      if (signal.aborted) return interruptedIn(subject);
      const { timeLimitMs } = this.#context;
      const sheet = await describeConnected({
        ...connected,
        configuration,
        timeLimitMs,
        repeat: 'the comparison',
        signal,
        progress,
      });
      const { exitCode } = sheet;
      return { subject: { ...subject, sheet, reasons: reasonsOf(sheet) }, exitCode };
    } catch (error) {
      if (signal.aborted) return interruptedIn(subject);
      if (error instanceof TargetUnreachable) return this.#unreachable(subject, error);
      // A mistake in Assay: the results of the other subjects are kept.
      const reason = error instanceof Error ? error.message : String(error);
      this.#context.complain(`${argument.label}: ${reason}`);
      return { subject: { ...subject, reasons: [reason] }, exitCode: EXIT.usage };
    }
  }

  async #judge(connected: ConnectedTarget): Promise<RunReport> {
    const { configuration, timeLimitMs, signal, progress } = this.#context;
    return await assessConnected('compare', PARTS, undefined, {
      ...connected,
      configuration,
      catalogue: configuration.catalogue,
      ruleSet: findRuleSet(),
      baseline: undefined,
      budget: this.#context.budget,
      effort: effortFor(connected.target.address, undefined),
      timeLimitMs,
      k6Outputs: [],
      recording: {},
      session: { words: process.argv.slice(2) },
      signal,
      progress,
    });
  }

  #unreachable(subject: Subject, { message }: TargetUnreachable): AssessedSubject {
    this.#context.complain(`${subject.label}: ${message}`);
    const reasons = [message, 'Repeat the comparison when the target responds.'];
    return { subject: { ...subject, reasons }, exitCode: EXIT.inconclusive };
  }

  #interrupted(argument: SubjectArgument, target?: Target): AssessedSubject {
    const subject = { ...subjectOf(argument, target), reasons: [NOT_REACHED] };
    return { subject, exitCode: EXIT.interrupted };
  }
}

function subjectOf({ label, source }: SubjectArgument, target?: Target): Subject {
  return { label, source: 'live', address: target?.address ?? source };
}

function ended(
  subject: Subject,
  reason: string,
  exitCode: Comparison['exitCode'],
): AssessedSubject {
  return { subject: { ...subject, reasons: [reason] }, exitCode };
}

function interruptedIn(subject: Subject): AssessedSubject {
  return { subject: { ...subject, reasons: [CUT_SHORT] }, exitCode: EXIT.interrupted };
}

/** A run that ended early: interrupted, by a mistake in Assay, or because the target is gone. */
async function cutShort(
  subject: Subject,
  report: RunReport,
  target: Target,
): Promise<AssessedSubject> {
  const { exitCode, reasons } = report;
  const because = (sentences: readonly string[]) => ({ ...subject, reasons: sentences });
  if (exitCode === EXIT.interrupted) return interruptedIn(subject);
  if (exitCode === EXIT.usage) return { subject: because(reasons.slice(0, 1)), exitCode };
  const late = reasons.find(isTimeLimit);
  if (late !== undefined) return { subject: because([late]), exitCode: EXIT.inconclusive };
  const why = await target.ended();
  const sentences =
    why === undefined ? reasons.filter(isTargetTrouble) : [why, 'Repeat the comparison.'];
  return { subject: because(sentences), exitCode: EXIT.inconclusive };
}

/** Why the sheet is not complete; none when it is. */
function reasonsOf({ exitCode, reasons }: BehaviourSheet): readonly string[] {
  if (exitCode === EXIT.interrupted) return [CUT_SHORT];
  return exitCode === EXIT.inconclusive ? reasons : [];
}

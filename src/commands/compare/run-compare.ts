import { findRuleSet } from '../../conformance/find-rule-set.ts';
import type { Subject } from '../../report/comparison/recorded-run.ts';
import type { Comparison } from '../../report/schema/comparison.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import type { BehaviourSheet } from '../../report/schema/sheet.ts';
import type { Target } from '../../target/target.ts';
import { TargetUnreachable } from '../../target/target-unreachable.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { EXIT } from '../options/exit-codes.ts';
import { assessConnected } from '../run/run-assessment.ts';
import { describeConnected } from '../run/run-describe.ts';
import type { Session } from '../run/session.ts';
import { isTimeLimit } from '../run/time-limit.ts';
import type { OpenedTarget, Targets } from '../run/with-targets.ts';
import { isTargetTrouble } from '../target/target-gone.ts';
import { complain } from '../terminal/output.ts';
import type { SubjectArgument } from './compare-subjects.ts';
import { interleavedLoad } from './interleaved-load.ts';

/** What the targets of a comparison have in common. */
interface Comparing {
  readonly configuration: Configuration;
  /** For the whole command; depends on the number of probes when absent. */
  readonly timeLimitMs?: number | undefined;
  /** Whether rules are judged; else only the operations of the workload are needed. */
  readonly conformance: boolean;
  readonly session: Session;
}

/** A subject with its results. Findings do not change the exit code: nothing is judged as a whole. */
export interface AssessedSubject {
  readonly subject: Subject;
  readonly exitCode: Comparison['exitCode'];
}

/** A connected target, or why there is none. */
type Opening = OpenedTarget | AssessedSubject;

const PARTS = { conformance: true } as const;
const CUT_SHORT = 'The comparison was interrupted while this one was assessed. Repeat it.';
const NOT_LOADED =
  'It was not loaded to the end, because another target could not be. Repeat the comparison.';
const BUDGET_SPENT =
  'The budget was spent before the end of the load. Raise --budget, or shorten the load.';
const NOT_REACHED = 'The comparison was interrupted before this one was assessed. Repeat it.';

/** The targets of a comparison, each connected once. */
export class ComparedTargets {
  readonly #context: Comparing;
  readonly #openings = new Map<SubjectArgument, Opening>();

  constructor(context: Comparing) {
    this.#context = context;
  }

  /**
   * Connects to each target, so that a problem with one is known before any of them is judged.
   * @throws UsageError, SetupError
   */
  async open(subjects: readonly SubjectArgument[], { connect }: Targets): Promise<void> {
    const { configuration, conformance, session } = this.#context;
    for (const [at, each] of subjects.entries()) {
      const seed = configuration.workload.seed + (configuration.upstream === undefined ? 0 : at);
      this.#openings.set(
        each,
        session.signal.aborted
          ? interruptedBefore(each)
          : await connect(at, { conformance, seed }).catch((error) => this.#unopened(each, error)),
      );
    }
  }

  #unopened(argument: SubjectArgument, error: unknown): AssessedSubject {
    if (this.#context.session.signal.aborted) return interruptedBefore(argument);
    if (!(error instanceof TargetUnreachable)) throw error;
    return this.#unreachable(subjectOf(argument), error);
  }

  /** Judges and describes one target. */
  async assessOne(argument: SubjectArgument): Promise<AssessedSubject> {
    const { signal, progress } = this.#context.session;
    const opening = this.#openings.get(argument);
    if (opening === undefined) return interruptedBefore(argument);
    if ('subject' in opening) return opening;
    if (signal.aborted) return interruptedBefore(argument, opening.target);
    progress.say(`Comparing: ${argument.label}`);
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
    const { configuration, session } = this.#context;
    const { signal, progress } = session;
    const budget = gateways[0]?.connected.budget;
    const load = { gateways, configuration, blocks, engine, budget, signal, progress };
    const result = await interleavedLoad(load);
    return subjects.map((argument, at) => {
      const subject = subjectOf(argument, gateways[at]?.connected.target);
      const loaded = result.subjects[at];
      const { failure, trouble, isSpent } = result;
      if (signal.aborted) return interruptedIn(subject);
      if (failure !== undefined) return ended(subject, failure, EXIT.usage);
      if (isSpent) return ended(subject, BUDGET_SPENT, EXIT.inconclusive);
      if (trouble?.label === argument.label) {
        this.#complain(`${subject.label}: ${trouble.reason}`);
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
    if (this.#context.session.signal.aborted || opening === undefined) {
      return interruptedBefore(argument);
    }
    return ended(subjectOf(argument, opening.target), NOT_LOADED, EXIT.inconclusive);
  }

  async #assess(argument: SubjectArgument, connected: OpenedTarget): Promise<AssessedSubject> {
    const { configuration, timeLimitMs, session } = this.#context;
    const { signal } = session;
    const { target } = connected;
    let subject = subjectOf(argument, target);
    try {
      const report = await this.#judge(connected);
      subject = { ...subject, report };
      if (report.partial) return await cutShort(subject, report, target);
      if (signal.aborted) return interruptedIn(subject);
      const sheet = await describeConnected({
        ...connected,
        ...session,
        configuration,
        timeLimitMs,
        repeat: 'the comparison',
      });
      const { exitCode } = sheet;
      return { subject: { ...subject, sheet, reasons: reasonsOf(sheet) }, exitCode };
    } catch (error) {
      if (signal.aborted) return interruptedIn(subject);
      if (error instanceof TargetUnreachable) return this.#unreachable(subject, error);
      // A mistake in Assay: the results of the other subjects are kept.
      const reason = error instanceof Error ? error.message : String(error);
      this.#complain(`${argument.label}: ${reason}`);
      return { subject: { ...subject, reasons: [reason] }, exitCode: EXIT.usage };
    }
  }

  async #judge(connected: OpenedTarget): Promise<RunReport> {
    const { configuration, timeLimitMs, session } = this.#context;
    return await assessConnected('compare', PARTS, undefined, {
      ...connected,
      ...session,
      configuration,
      catalogue: configuration.catalogue,
      ruleSet: findRuleSet(),
      timeLimitMs,
      k6Outputs: [],
      recording: {},
    });
  }

  #unreachable(subject: Subject, { message }: TargetUnreachable): AssessedSubject {
    this.#complain(`${subject.label}: ${message}`);
    const reasons = [message, 'Repeat the comparison when the target responds.'];
    return { subject: { ...subject, reasons }, exitCode: EXIT.inconclusive };
  }

  /** Reports at once why nothing can be known about a target. */
  #complain(sentence: string): void {
    this.#context.session.progress.end();
    complain(sentence);
  }
}

function interruptedBefore(argument: SubjectArgument, target?: Target): AssessedSubject {
  return ended(subjectOf(argument, target), NOT_REACHED, EXIT.interrupted);
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

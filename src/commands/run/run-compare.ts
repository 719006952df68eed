import { findRuleSet } from '../../conformance/find-rule-set.ts';
import type { BehaviourSheet } from '../../report/behaviour-sheet/schema.ts';
import type { Subject } from '../../report/comparison/compare.ts';
import type { Comparison } from '../../report/comparison/schema.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import type { Target } from '../../target/target.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { EXIT } from '../options/exit-codes.ts';
import { selectRules } from '../options/select-rules.ts';
import { chooseProfile } from '../target/choose-profile.ts';
import { type Answered, askTarget } from '../target/discover-operations.ts';
import { openTarget, wayTo } from '../target/open-target.ts';
import { preflight } from '../target/preflight.ts';
import { stoppedAnswering } from '../target/target-gone.ts';
import { TargetUnreachable } from '../target/target-unreachable.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Named } from './compare-subjects.ts';
import { assessOpened } from './run-assessment.ts';
import { describeOpened } from './run-describe.ts';
import { isTimeLimit } from './time-limit.ts';

/** What every target of a comparison is looked at with. */
interface Looking {
  readonly configuration: Configuration;
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Told why nothing can be known of a target, as soon as that is clear. */
  complain(sentence: string): void;
}

/** What one that is compared came to. No verdict is in the exit code: findings do not count. */
export interface Found {
  readonly subject: Subject;
  readonly exitCode: Comparison['exitCode'];
}

/** A target that is there and takes its key, or why there is none. */
type Opening = Opened | Found;

interface Opened {
  readonly target: Target;
  readonly answered: Answered;
}

const PARTS = { conformance: true, load: false } as const;
const CUT_SHORT = 'The comparison was interrupted before it was through with this one: repeat it.';
const NOT_REACHED = 'The comparison was interrupted before it came to this one: repeat it.';

/** The targets of a comparison. Each is opened once, judged and described, and stopped at the end. */
export class ComparedTargets {
  readonly #looking: Looking;
  readonly #targets: Target[] = [];
  readonly #openings = new Map<Named, Opening>();

  constructor(looking: Looking) {
    this.#looking = looking;
  }

  /**
   * Opens each and asks whether it is there and takes its key: what is wrong with one is known
   * before any of them is judged.
   * @throws UsageError, SetupError
   */
  async open(named: readonly Named[]): Promise<void> {
    for (const each of named) this.#openings.set(each, await this.#open(each));
  }

  /** Judges and describes one, as far as it goes. */
  async look(named: Named): Promise<Found> {
    const opening = this.#openings.get(named);
    if (opening === undefined) return this.#interrupted(named);
    if ('subject' in opening) return opening;
    if (this.#looking.signal.aborted) return this.#interrupted(named, opening.target);
    this.#looking.progress.say(`Comparing: ${named.label}`);
    return await this.#lookAt(named, opening);
  }

  /** Stops what Assay started. */
  async stop(): Promise<void> {
    const stops = await Promise.allSettled(this.#targets.map((target) => target.stop()));
    const failure = stops.find(({ status }) => status === 'rejected');
    if (failure?.status === 'rejected') throw failure.reason;
  }

  async #open(named: Named): Promise<Opening> {
    const { configuration, environment, signal, progress } = this.#looking;
    if (signal.aborted) return this.#interrupted(named);
    const target = await openTarget({
      ...(await wayTo(configuration, environment)),
      text: named.thing,
      keyVariable: named.keyVariable,
      progress: (line) => progress.say(line),
    });
    this.#targets.push(target);
    try {
      const say = (line: string): void => progress.say(line);
      const profile = await chooseProfile(target, configuration);
      const read = await preflight(target, profile.expect, signal, say);
      const asking = { target, configuration, profile, read, parts: PARTS, signal, say };
      return { target, answered: await askTarget(asking) };
    } catch (error) {
      if (signal.aborted) return this.#interrupted(named, target);
      if (!(error instanceof TargetUnreachable)) throw error;
      return this.#unreachable(subjectOf(named, target), error);
    }
  }

  async #lookAt(named: Named, { target, answered }: Opened): Promise<Found> {
    const { configuration, signal, progress } = this.#looking;
    let subject = subjectOf(named, target);
    try {
      const report = await this.#judge(target, answered);
      subject = { ...subject, report };
      if (report.partial) return await cutShort(subject, report, target);
      if (signal.aborted) return interruptedIn(subject);
      const sheet = await describeOpened({ target, configuration, ...answered, signal, progress });
      const { exitCode } = sheet;
      return { subject: { ...subject, sheet, reasons: whyCut(sheet, target) }, exitCode };
    } catch (error) {
      if (signal.aborted) return interruptedIn(subject);
      if (error instanceof TargetUnreachable) return this.#unreachable(subject, error);
      // A mistake of ours: what the others showed is not lost by it.
      const reason = error instanceof Error ? error.message : String(error);
      this.#looking.complain(`${named.label}: ${reason}`);
      return { subject: { ...subject, reasons: [reason] }, exitCode: EXIT.usage };
    }
  }

  async #judge(target: Target, asked: Answered): Promise<RunReport> {
    const { configuration, signal, progress } = this.#looking;
    return await assessOpened('compare', PARTS, undefined, {
      target,
      configuration,
      ...asked,
      capabilities: { secondKey: target.keys.second !== undefined },
      catalogue: selectRules({}),
      ruleSet: findRuleSet(),
      baseline: undefined,
      budget: undefined,
      k6Outputs: [],
      recording: {},
      signal,
      progress,
    });
  }

  #unreachable(subject: Subject, { message }: TargetUnreachable): Found {
    this.#looking.complain(`${subject.label}: ${message}`);
    const reasons = [message, 'Repeat the comparison when it answers.'];
    return { subject: { ...subject, reasons }, exitCode: EXIT.inconclusive };
  }

  #interrupted(named: Named, target?: Target): Found {
    const subject = { ...subjectOf(named, target), reasons: [NOT_REACHED] };
    return { subject, exitCode: EXIT.interrupted };
  }
}

function subjectOf({ label, thing }: Named, target?: Target): Subject {
  return { label, source: 'live', address: target?.address ?? thing };
}

function interruptedIn(subject: Subject): Found {
  return { subject: { ...subject, reasons: [CUT_SHORT] }, exitCode: EXIT.interrupted };
}

/** Of a run that ended early: interrupted, by a mistake of ours, or because the target is gone. */
async function cutShort(subject: Subject, report: RunReport, target: Target): Promise<Found> {
  const { exitCode, reasons } = report;
  const told = (sentences: readonly string[]) => ({ ...subject, reasons: sentences });
  if (exitCode === EXIT.interrupted) return interruptedIn(subject);
  if (exitCode === EXIT.usage) return { subject: told(reasons.slice(0, 1)), exitCode };
  const late = reasons.find(isTimeLimit);
  if (late !== undefined) return { subject: told([late]), exitCode: EXIT.inconclusive };
  const why = (await target.ended()) ?? stoppedAnswering(target.address);
  return { subject: told([why, remedyOf(target)]), exitCode: EXIT.inconclusive };
}

/** The sheet itself says the rest. */
function whyCut({ exitCode, reasons }: BehaviourSheet, target: Target): readonly string[] {
  if (exitCode === EXIT.interrupted) return [CUT_SHORT];
  return exitCode === EXIT.inconclusive ? [...reasons, remedyOf(target)] : [];
}

function remedyOf({ kind }: Target): string {
  return kind === 'remote'
    ? 'Look what it did then, start it again, and repeat the comparison.'
    : 'Repeat the comparison.';
}

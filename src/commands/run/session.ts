import type { OnExample } from '../../conformance/judge.ts';
import { defined } from '../../input/defined.ts';
import { frozenLevels, type RunFacts } from '../../report/assemble/assemble.ts';
import { findingRecord, levelOf } from '../../report/assemble/rule-results.ts';
import type { FindingRecord } from '../../report/schema/finding.ts';
import type { RuleResult } from '../../report/schema/rules.ts';
import { makeReportFolder, requireReportFolder } from '../../report/write.ts';
import type { LiveServer } from '../live/live-server.ts';
import { EXIT } from '../options/exit-codes.ts';
import type { ReadingOptions } from '../options/run-options.ts';
import { PlanDeclined } from '../spending/approve-plan.ts';
import { terminalQuestion } from '../terminal/ask-on-terminal.ts';
import { awaitInterruption } from '../terminal/interruption.ts';
import { complain, RUNS, stderr } from '../terminal/output.ts';
import { Progress } from '../terminal/progress.ts';
import { withoutSecrets } from '../terminal/secrets.ts';
import type { FailedRules } from './probe-progress.ts';

/** The caller of a run: the command line, or a program that uses Assay as a library. */
export interface Session {
  /** The words of a command line that makes the same run, after `assay`. */
  readonly words: readonly string[];
  /** API keys, the variables of headers and query, and the place of the engine. */
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  readonly progress: Progress;
  /** Ends the run early; the report is then partial. */
  readonly signal: AbortSignal;
  /** Asks the user whether to spend what a plan says; absent where there is no terminal. */
  readonly approve?: () => Promise<boolean>;
  /** Receives each finding that is kept with its evidence, as soon as it is made. */
  readonly onFinding?: (finding: LiveFinding) => void;
}

/** A finding while the run lasts. The report has the same, with the counts of those that follow. */
export interface LiveFinding
  extends Pick<RuleResult, 'area' | 'level' | 'provenance' | 'statement'>,
    FindingRecord {
  /** Id of the rule. */
  readonly rule: string;
}

type TerminalOptions = Pick<ReadingOptions, 'out' | 'quiet'> & {
  /** Port of a page with the progress, true for a free one; no page when absent. */
  readonly live?: number | true;
};

/**
 * Runs a command of this terminal: its work, with progress on stderr, until its end or Ctrl-C, then the delivery of
 * its result. A folder that cannot be written is reported before the work.
 * @param work undefined when there is no result
 * @param deliver prints the result, and returns the exit code
 * @param interrupted what Ctrl-C does, one sentence
 * @returns the exit code
 * @throws UsageError, SetupError, and what the work throws
 */
export async function inTerminal<T>(
  options: TerminalOptions,
  work: (session: Session) => Promise<T | undefined>,
  deliver: (result: T, page: LiveServer | undefined) => Promise<number>,
  interrupted = 'Interrupted: stopping the run.',
): Promise<number> {
  const { out, quiet, live } = options;
  await (out === undefined ? requireReportFolder(RUNS) : makeReportFolder(out));
  const page = live === undefined ? undefined : await openPage(live === true ? 0 : live);
  if (page !== undefined) complain(`Live page: ${page.address}`);
  const progress = new Progress(stderr(), { quiet, onUpdate: page && ((news) => page.send(news)) });
  const { signal, release } = awaitInterruption(() => progress.say(interrupted));
  const { argv, env: environment } = process;
  const ask = terminalQuestion(signal);
  const approve = ask && (() => ask('Send these requests?'));
  const session = { words: argv.slice(2), environment, progress, signal, ...defined({ approve }) };
  try {
    const result = await resultOf(work, session).finally(release);
    return result === undefined ? EXIT.interrupted : await deliver(result, page);
  } finally {
    await page?.close();
  }
}

async function openPage(port: number): Promise<LiveServer> {
  // Only here: other runs need not load it.
  const { LiveServer: Server } = await import('../live/live-server.ts');
  return await Server.open(port);
}

/** Undefined also where the user declined the plan. */
async function resultOf<T>(
  work: (session: Session) => Promise<T | undefined>,
  session: Session,
): Promise<T | undefined> {
  const { progress } = session;
  try {
    return await work(session);
  } catch (error) {
    if (!(error instanceof PlanDeclined)) throw error;
    progress.say('Not started: nothing was sent that costs money.');
    return undefined;
  } finally {
    progress.end();
  }
}

type Listening = Pick<Session, 'onFinding'> &
  Pick<RunFacts, 'profile' | 'catalogue' | 'ruleSet'> & { readonly failedRules?: FailedRules };

/** What announces failed rules, and turns examples of a run into findings of its session. */
export function exampleListener(run: Listening): OnExample | undefined {
  const { onFinding, profile, catalogue, failedRules } = run;
  if (onFinding === undefined) return failedRules?.onExample;
  const frozen = frozenLevels(run);
  const areas = new Map(catalogue.map(({ area, rule }) => [rule, area]));
  return (rule, example) => {
    failedRules?.onExample(rule, example);
    const { id, provenance, statement } = rule;
    const area = areas.get(rule) ?? '';
    const level = levelOf(rule, profile, frozen);
    const record = findingRecord(rule, example);
    onFinding(withoutSecrets({ rule: id, area, level, provenance, statement, ...record }));
  };
}

import type { OnExample } from '../../conformance/judge.ts';
import { defined } from '../../input/defined.ts';
import { frozenLevels, type RunFacts } from '../../report/assemble/assemble.ts';
import { findingRecord, levelOf } from '../../report/assemble/rule-results.ts';
import type { FindingRecord } from '../../report/schema/finding.ts';
import type { RuleResult } from '../../report/schema/rules.ts';
import { makeFolder } from '../../report/write.ts';
import { EXIT } from '../options/exit-codes.ts';
import type { ReadingOptions } from '../options/run-options.ts';
import { askOnTerminal, PlanDeclined } from '../spending/approve-plan.ts';
import { awaitInterruption } from '../terminal/interruption.ts';
import { stderr } from '../terminal/output.ts';
import { Progress } from '../terminal/progress.ts';
import { withoutSecrets } from '../terminal/secrets.ts';

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

/**
 * Runs a command of this terminal: its work, with progress on stderr, until its end or Ctrl-C, then the delivery of
 * its result. A folder that cannot be written is reported before the work.
 * @param work undefined when there is no result
 * @param deliver prints the result, and returns the exit code
 * @param interrupted what Ctrl-C does, one sentence
 * @returns the exit code
 * @throws UsageError, and what the work throws
 */
export async function inTerminal<T>(
  options: Pick<ReadingOptions, 'out' | 'quiet'>,
  work: (session: Session) => Promise<T | undefined>,
  deliver: (result: T) => Promise<number>,
  interrupted = 'Interrupted: stopping the run.',
): Promise<number> {
  if (options.out !== undefined) await makeFolder(options.out);
  const progress = new Progress(stderr(), options);
  const { signal, release } = awaitInterruption(() => progress.say(interrupted));
  const { argv, env: environment, stdin } = process;
  const isTerminal = stdin.isTTY === true && stderr().isTTY === true;
  const approve = isTerminal ? () => askOnTerminal(stdin, stderr(), signal) : undefined;
  const session = { words: argv.slice(2), environment, progress, signal, ...defined({ approve }) };
  let result: T | undefined;
  try {
    result = await work(session);
  } catch (error) {
    if (!(error instanceof PlanDeclined)) throw error;
    progress.say('Not started: nothing was sent that costs money.');
  } finally {
    progress.end();
    release();
  }
  return result === undefined ? EXIT.interrupted : await deliver(result);
}

type Listening = Pick<Session, 'onFinding'> & Pick<RunFacts, 'profile' | 'catalogue' | 'ruleSet'>;

/** What turns examples of a run into findings of its session; undefined when the session takes none. */
export function exampleListener(run: Listening): OnExample | undefined {
  const { onFinding, profile, catalogue } = run;
  if (onFinding === undefined) return undefined;
  const frozen = frozenLevels(run);
  const areas = new Map(catalogue.map(({ area, rule }) => [rule, area]));
  return (rule, example) => {
    const { id, provenance, statement } = rule;
    const area = areas.get(rule) ?? '';
    const level = levelOf(rule, profile, frozen);
    const record = findingRecord(rule, example, undefined);
    onFinding(withoutSecrets({ rule: id, area, level, provenance, statement, ...record }));
  };
}

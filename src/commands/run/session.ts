import type { LiveFinding } from '../session/live-finding.ts';
import type { Progress } from '../terminal/progress.ts';

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

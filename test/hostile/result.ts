import { breachesOf, namesOf } from './breaches.ts';
import type { HostileCommand } from './commands.ts';
import type { HostileRun } from './run-hostile.ts';

/** What is kept of a run. */
export interface HostileResult {
  readonly name: string;
  readonly command: HostileCommand;
  /** Null when it did not end. */
  readonly code: number | null;
  readonly seconds: number;
  /** The peak memory of the largest process. */
  readonly peakMib: number;
  readonly names: readonly string[];
  readonly breaches: readonly string[];
}

export function resultOf(run: HostileRun): HostileResult {
  const { name, command, code, seconds, peak } = run;
  const said = { names: namesOf(run), breaches: breachesOf(run) };
  return { name, command, code, seconds, peakMib: peak.mib, ...said };
}

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '../node-flags.ts';
import type { JudgeRun } from './judge-run.ts';

const RUN = fileURLToPath(new URL('judge-run.ts', import.meta.url));

/** Judges recordings as one run, in a process of its own. */
export function judged(paths: readonly string[], threads: number): JudgeRun {
  const out = execFileSync(process.execPath, [...NODE_FLAGS, RUN, String(threads), ...paths]);
  return JSON.parse(out.toString());
}

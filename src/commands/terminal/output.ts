import { join } from 'node:path';

const RUNS = 'reports/runs';

/** Where the reports of a run go unless the user names a folder: one of its own. */
export function runFolder(run: { readonly startedAt: string; readonly command: string }): string {
  const moment = run.startedAt.slice(0, 19).replace('T', '-').replaceAll(':', '');
  return join(RUNS, `${moment}-${run.command}`);
}

/** Whether stdout is a terminal that shows colours. */
export function isColourful(): boolean {
  return process.stdout.isTTY && process.stdout.hasColors();
}

import { join } from 'node:path';

const RUNS = 'reports/runs';

/** A stream of text, maybe a terminal: `process.stdout` is one. */
export type OutputStream = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  hasColors?(): boolean;
};

/** Where a command writes; `process` is such a pair. */
export interface Streams {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

let streams: Streams = process;

/** What commands write goes there from now on. */
export function writeTo(chosen: Streams): void {
  streams = chosen;
}

/** What a user asked for: reports and lists. */
export function stdout(): OutputStream {
  return streams.stdout;
}

/** Progress, warnings and mistakes. */
export function stderr(): OutputStream {
  return streams.stderr;
}

/** Where the reports of a run go unless the user names a folder: one of its own. */
export function runFolder(run: { readonly startedAt: string; readonly command: string }): string {
  const moment = run.startedAt.slice(0, 19).replace('T', '-').replaceAll(':', '');
  return join(RUNS, `${moment}-${run.command}`);
}

/** Whether stdout is a terminal that shows colours. */
export function isColourful(): boolean {
  return stdout().isTTY === true && stdout().hasColors?.() === true;
}

import { join } from 'node:path';

const RUNS = 'reports/runs';

/** A stream of text, possibly a terminal, such as `process.stdout`. */
export type OutputStream = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  hasColors?(): boolean;
};

/** The streams of a command; `process` has both. */
export interface Streams {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

let streams: Streams = process;

/** Sets the streams to which commands write. */
export function writeTo(chosen: Streams): void {
  streams = chosen;
}

/** The stream of reports and lists. */
export function stdout(): OutputStream {
  return streams.stdout;
}

/** The stream of progress, warnings and errors. */
export function stderr(): OutputStream {
  return streams.stderr;
}

/** The default folder for the reports of a run. */
export function runFolder(run: { readonly startedAt: string; readonly command: string }): string {
  const moment = run.startedAt.slice(0, 19).replace('T', '-').replaceAll(':', '');
  return join(RUNS, `${moment}-${run.command}`);
}

/** Whether stdout is a terminal with colours. */
export function isColourful(): boolean {
  return stdout().isTTY === true && stdout().hasColors?.() === true;
}

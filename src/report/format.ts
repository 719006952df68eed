import type { RunReport } from './schema/run-report.ts';

/** One way to render a run report. A pure function: no clock, no I/O, no state. */
export interface Format {
  /** The name of the file in the output folder, such as `junit.xml`. */
  readonly file: string;
  /** Written only when it is named, because the terminal shows it anyway. */
  readonly onRequest?: true;
  /** One line for `assay list formats`. */
  readonly summary: string;
  render(report: RunReport): string;
}

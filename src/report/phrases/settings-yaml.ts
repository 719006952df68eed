import { stringify } from 'yaml';
import type { RunReport } from '../schema/run-report.ts';

/** The settings of a run as a file that repeats it; undefined where the report has none. */
export function settingsYaml({ settings }: RunReport): string | undefined {
  return settings === undefined ? undefined : stringify(settings, { lineWidth: 0 });
}

import { UsageError } from '../input/usage-error.ts';
import { TREND } from '../report/files.ts';
import type { RunReport } from '../report/schema/run-report.ts';
import { trendOf } from '../report/trend/trend.ts';
import { type TrendRun, trendRun } from '../report/trend/trend-run.ts';
import { writeReports } from '../report/write.ts';
import { sayWritten, wantedFiles } from './delivery/deliver.ts';
import { command } from './options/command.ts';
import { EXIT } from './options/exit-codes.ts';
import { option } from './options/option.ts';
import { formatOption } from './options/run-options.ts';
import { NAME_RUNS, reportsBelow } from './recorded/files-of-run.ts';
import { pageOfStdout, RUNS, stdout } from './terminal/output.ts';
import { withoutSecrets } from './terminal/secrets.ts';

export const trend = command({
  name: 'trend',
  summary: 'show latencies, errors, knees and failed rules over earlier runs',
  description:
    'Reads every report.json below a folder, and shows p95 of TTFT and request latency, errors, the knee and the required rules that failed over comparable runs, with their changes. Nothing is sent.',
  operands: [{ name: '[folder]', summary: 'where the runs are', fallback: RUNS }],
  options: [
    option('--out <dir>', 'folder for the trend (default: the folder of the runs)'),
    formatOption(Object.keys(TREND.formats)),
  ],
  examples: [
    'assay trend',
    'assay trend downloaded/artifacts --format markdown --out reports/trend',
  ],
  async run({ out, format }, [folder = RUNS]) {
    const { runs, notes } = await readRuns(folder);
    if (runs.length === 0) {
      const [why = NAME_RUNS] = notes;
      throw new UsageError(`No report of a whole run below ${folder}. ${why}`);
    }
    const result = withoutSecrets(trendOf(runs, notes));
    stdout().write(TREND.text(result, pageOfStdout()));
    const place = out ?? folder;
    sayWritten(await writeReports(result, place, wantedFiles(TREND.formats, format)), place);
    return EXIT.holds;
  },
});

/** What each report shows, and a note on each that cannot be used. */
async function readRuns(folder: string) {
  const runs: TrendRun[] = [];
  const notes: string[] = [];
  for await (const { file, report, problem } of reportsBelow(folder)) {
    const note = report === undefined ? problem : whyUnusable(report, file, runs);
    if (note !== undefined) notes.push(note);
    else if (report !== undefined) runs.push(trendRun(report, file));
  }
  return { runs, notes };
}

/** Figures of a part of a run are those of other traffic. A copy of a report is the same run. */
function whyUnusable(
  { partial, exitCode, startedAt, command: name }: RunReport,
  file: string,
  runs: readonly TrendRun[],
): string | undefined {
  if (partial || exitCode === EXIT.usage) return `The run was cut short, or failed: ${file}.`;
  const same = runs.find(
    (other) => other.startedAt === startedAt && other.conditions.command === name,
  );
  return same && `Report of the same run as ${same.file}: ${file}.`;
}

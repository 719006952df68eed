import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import { referenceProfile } from '../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../src/conformance/profiles/resolved-profile.ts';
import { judgeRecordings } from '../../src/load/recording/judge-recordings.ts';
import { Recording } from '../../src/load/recording/recording.ts';
import { WorkloadSchema } from '../../src/load/workload/workload.ts';

/**
 * Recordings judged by every rule, in a process of its own so that its memory is that of
 * `assay judge`: node bench/recordings/judge-run.ts THREADS FILE…. It prints what it was, as JSON.
 */

export interface JudgeRun {
  readonly exchanges: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly perSecond: number;
  readonly perCpuSecond: number;
  readonly peakMiB: number;
  readonly findings: number;
}

const RULES = CATALOGUE.map(({ rule }) => rule);
const [threads = '', ...paths] = process.argv.slice(2);
const before = process.cpuUsage();
const startedMs = performance.now();
const result = await judgeRecordings({
  recordings: paths.map((path) => new Recording(path, paths.length)),
  workload: WorkloadSchema.parse({}),
  rules: RULES,
  profile: resolveProfile(referenceProfile, RULES),
  capabilities: { secondKey: true },
  objectives: [],
  signal: new AbortController().signal,
  workers: Number(threads),
});
const seconds = (performance.now() - startedMs) / 1000;
const { user, system } = process.cpuUsage(before);
const run: JudgeRun = {
  exchanges: result.judgedExchanges,
  seconds,
  cpuSeconds: (user + system) / 1e6,
  perSecond: result.judgedExchanges / seconds,
  perCpuSecond: result.judgedExchanges / ((user + system) / 1e6),
  peakMiB: process.resourceUsage().maxRSS / 1024,
  findings: result.judges.reduce((sum, { tally }) => sum + tally.findings, 0),
};
console.log(JSON.stringify(run));

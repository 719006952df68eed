import type { AnswerMode } from '../../../src/measure/answer-mode.ts';
import type { Blocks } from '../../../src/measure/load-series.ts';
import { Sample } from '../../../src/measure/sample.ts';
import { samplesRecord } from '../../../src/report/performance/measured-subject.ts';
import type { LoadReport } from '../../../src/report/schema/load.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { syntheticBlocks } from '../../measure/change/synthetic-load.ts';
import { passingGate } from '../sample-report.ts';

export interface SyntheticRun {
  readonly seed: number;
  readonly ttftMs: number;
  /** In each of 12 blocks. */
  readonly perBlock?: number;
  readonly failedPerBlock?: number;
  /** What the gateway adds to the TTFT, where Assay is its provider. */
  readonly addedMs?: number;
}

/** Streamed chats, with a latency of the TTFT plus 100 ms. */
function syntheticStreams(run: SyntheticRun): Blocks {
  const { seed, ttftMs, perBlock = 100, failedPerBlock = 0, addedMs } = run;
  const load = { blocks: 12, perBlock, spread: 0.03, drift: 0.005 };
  const ttft = syntheticBlocks({ ...load, seed, medianMs: ttftMs });
  const e2e = syntheticBlocks({ ...load, seed: seed + 1000, medianMs: ttftMs + 100 });
  const added =
    addedMs === undefined ? [] : syntheticBlocks({ ...load, seed: seed + 2000, medianMs: addedMs });
  const samples = ttft.map((histogram, at) => {
    const sample = new Sample();
    sample.good = perBlock;
    sample.withinSlo = perBlock;
    sample.failed = failedPerBlock;
    sample.ttft.merge(histogram);
    const whole = e2e[at];
    if (whole !== undefined) sample.e2e.merge(whole);
    const overhead = added[at];
    if (overhead !== undefined) sample.addedTtft.merge(overhead);
    return sample;
  });
  return new Map([['chat', new Map<AnswerMode, Sample[]>([['stream', samples]])]]);
}

/** The report of such a load. */
export function syntheticReport(run: SyntheticRun, change: Partial<LoadReport> = {}): RunReport {
  const report = passingGate();
  if (report.load === undefined) throw new Error('The sample has a load.');
  const samples = samplesRecord(syntheticStreams(run));
  return { ...report, load: { ...report.load, samples, ...change } };
}

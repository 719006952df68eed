import { ANSWER_MODES, type AnswerMode } from '../../measure/answer-mode.ts';
import type { MeasuredRate } from '../../measure/change/estimate.ts';
import type { Histogram } from '../../measure/histogram.ts';
import type { Blocks } from '../../measure/load-series.ts';
import { SAMPLED_COUNTS, SAMPLED_METRICS, Sample } from '../../measure/sample.ts';
import type { LoadReport, SampleRecord, SamplesRecord } from '../schema/load.ts';
import type { OverheadReport } from '../schema/overhead.ts';
import type { RunReport } from '../schema/run-report.ts';

/** What the figures of a load depend on beside the gateway. */
export interface LoadConditions {
  readonly scenario: string;
  readonly model: 'open' | 'closed';
  /** Target rate, in arrivals per second. */
  readonly arrivalRate: number;
}

/** A load of one subject, in blocks. */
export interface MeasuredLoad {
  readonly conditions: LoadConditions;
  readonly blocks: Blocks;
  /** As written. */
  readonly objectives: readonly string[];
  /** Why its latencies are not the gateway's alone; absent when they are. */
  readonly doubt?: string;
}

/** What a performance comparison knows of one subject. */
export interface MeasuredSubject {
  readonly label: string;
  readonly load?: MeasuredLoad;
  readonly knee?: MeasuredRate;
  readonly overhead?: OverheadReport;
}

/** The parts of a report that have figures. */
export type MeasuredReport = Pick<RunReport, 'slo' | 'load' | 'capacity' | 'overhead'>;

/** The measurements in a report; none of them where it has none. */
export function measuredSubject(
  label: string,
  report: MeasuredReport | undefined,
): MeasuredSubject {
  const { load, capacity, overhead } = report ?? {};
  const knee = capacity?.knee;
  return {
    label,
    ...(load && { load: measuredLoad(load, report?.slo ?? []) }),
    ...(overhead && { overhead }),
    ...(knee && { knee: { rate: knee.arrivalRate, ...knee.confidence } }),
  };
}

function measuredLoad(load: LoadReport, slo: RunReport['slo']): MeasuredLoad {
  const { scenario, model = 'open', arrivalRate, samples, health } = load;
  const doubt = doubtOf(load);
  return {
    conditions: { scenario, model, arrivalRate: arrivalRate.offered },
    blocks: blocksOf(samples ?? {}),
    objectives: slo.map(({ objective }) => objective),
    ...(!health.healthy && { doubt: 'the load generator could not keep up' }),
    ...(doubt !== undefined && { doubt }),
  };
}

function doubtOf({ samples, abortedBy }: LoadReport): string | undefined {
  if (samples === undefined) return 'its report has no samples: repeat the run with this version';
  return abortedBy === undefined ? undefined : 'its load was aborted';
}

/** Buckets of a histogram that are one bucket of the report: 1 % wide, and a fifth of the size. */
const GROUP = 5;

export function samplesRecord(blocks: Blocks): SamplesRecord {
  return Object.fromEntries(
    [...blocks].map(([operation, modes]) => [
      operation,
      Object.fromEntries([...modes].map(([mode, samples]) => [mode, samples.map(sampleRecord)])),
    ]),
  );
}

function sampleRecord(sample: Sample): SampleRecord {
  const { good, failed, throttled, withinSlo } = sample;
  const record: SampleRecord = { good, failed, throttled, withinSlo };
  for (const metric of SAMPLED_METRICS) {
    if (sample[metric].count > 0) record[metric] = runsOf(sample[metric]);
  }
  return record;
}

function runsOf(histogram: Histogram): string {
  const groups = new Map<number, number>();
  for (const [bucket, count] of histogram.buckets()) {
    const group = Math.floor(bucket / GROUP);
    groups.set(group, (groups.get(group) ?? 0) + count);
  }
  const runs: string[] = [];
  let expected: number | undefined;
  for (const [group, count] of groups) {
    runs.push(
      group === expected ? `,${count}` : `${runs.length === 0 ? '' : ';'}${group}:${count}`,
    );
    expected = group + 1;
  }
  return runs.join('');
}

/** The blocks of a report; modes that this version does not know are omitted. */
export function blocksOf(record: SamplesRecord): Blocks {
  return new Map(
    Object.entries(record).map(([operation, modes]) => [
      operation,
      new Map(
        ANSWER_MODES.flatMap((mode): [AnswerMode, readonly Sample[]][] => {
          const samples = modes[mode];
          return samples === undefined ? [] : [[mode, samples.map(sampleOf)]];
        }),
      ),
    ]),
  );
}

function sampleOf(record: SampleRecord): Sample {
  const sample = new Sample();
  for (const name of SAMPLED_COUNTS) sample[name] = record[name];
  for (const metric of SAMPLED_METRICS) addRuns(sample[metric], record[metric] ?? '');
  return sample;
}

function addRuns(histogram: Histogram, runs: string): void {
  for (const run of runs.split(';')) {
    const [first, counts = ''] = run.split(':');
    for (const [at, count] of counts.split(',').entries()) {
      if (count === '') continue;
      histogram.addBucket((Number(first) + at) * GROUP + Math.floor(GROUP / 2), Number(count));
    }
  }
}

import { ANSWER_MODES, type AnswerMode } from '../../measure/answer-mode.ts';
import type { Blocks } from '../../measure/change/load-blocks.ts';
import { SAMPLED_COUNTS, SAMPLED_METRICS, Sample } from '../../measure/change/sample.ts';
import type { Histogram } from '../../measure/histogram.ts';
import type { SampleRecord, SamplesRecord } from '../schema/samples.ts';

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

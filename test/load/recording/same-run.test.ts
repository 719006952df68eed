import { describe, expect, test } from 'vitest';
import {
  assertSameRun,
  assertSameTime,
  missingSegments,
  type RecordingHeader,
} from '../../../src/load/recording/same-run.ts';

const ORIGIN_MS = 1_790_000_000_000;

/** The recording of one segment, counted from 1, from a separate engine. */
function part(
  number: number,
  of: number,
  change: Partial<RecordingHeader['hello']> = {},
): RecordingHeader {
  const engine = { version: 2 as const, engine: '0.1.0', k6: '2.2.0', runId: 'a1b2c3d4' };
  const segment = { index: number - 1, of };
  const run = { originUnixMs: ORIGIN_MS, about: { seed: 1 } };
  return {
    path: `${number}.rec`,
    hello: { ...engine, ...run, pid: 100 + number, segment, ...change },
  };
}

describe('one run', () => {
  test.each([
    ['the whole of a load', [part(1, 1)]],
    ['one segment alone', [part(2, 3)]],
    ['all segments, in any order', [part(2, 2), part(1, 2)]],
    ['engines of one script without a common run id', [part(1, 2), part(2, 2, { runId: 'other' })]],
  ])('one run: %s is accepted', (_, recordings) => {
    expect(() => assertSameRun(recordings)).not.toThrow();
  });

  test.each([
    [
      'one file under two names',
      [part(1, 2), { ...part(1, 2), path: 'copy.rec' }],
      'The same recording was given twice: 1.rec, copy.rec. Give it once.',
    ],
    [
      'another workload',
      [part(1, 2), part(2, 2, { about: { seed: 2 } })],
      'Recordings are of different runs: 1.rec, 2.rec. Their target, workload or profile differs. Judge each run separately.',
    ],
    [
      'the same load twice',
      [part(1, 1), { ...part(1, 1, { runId: 'other', pid: 7 }), path: 'again.rec' }],
      'Recordings are of different runs: 1.rec, again.rec. Both contain a whole load. Judge each run separately.',
    ],
    [
      'one segment of two runs',
      [part(1, 2), part(2, 2), { ...part(2, 2, { pid: 7 }), path: 'again.rec' }],
      'Recordings are of different runs: 2.rec, again.rec. Both contain segment 2 of 2. Judge each run separately.',
    ],
    [
      'another division',
      [part(1, 2), part(2, 3)],
      'Recordings are of different runs: 1.rec, 2.rec. One contains segment 1 of 2, the other segment 2 of 3. Judge each run separately.',
    ],
  ])('one run: %s is refused, and both files are named', (_, recordings, sentence) => {
    expect(() => assertSameRun(recordings)).toThrow(sentence);
  });

  test('one run: engines without a common run id that did not run at the same time belong to two runs', () => {
    const late = part(2, 2, { runId: 'other', originUnixMs: ORIGIN_MS + 90_000 });
    expect(() => assertSameTime([late, part(1, 2)], 60_000)).toThrow(
      'Recordings are of different runs: 1.rec, 2.rec. They began 90 s apart, and their load takes 60 s. Judge each run separately.',
    );
    expect(() => assertSameTime([late, part(1, 2)], 90_000)).not.toThrow();
    const sameRun = { ...late, hello: { ...late.hello, runId: 'a1b2c3d4' } };
    // Clocks may differ: the run id says more.
    expect(() => assertSameTime([sameRun, part(1, 2)], 60_000)).not.toThrow();
  });

  test.each([
    ['from a whole load', [part(1, 1)], []],
    ['when all segments are there', [part(2, 2), part(1, 2)], []],
    [
      'from two segments when one is there',
      [part(1, 2)],
      ['Segment 2 of 2 is missing. Add its recording: its requests are not in this report.'],
    ],
    [
      'from four segments when two are there',
      [part(4, 4), part(2, 4)],
      [
        'Segments 1 and 3 of 4 are missing. Add their recordings: their requests are not in this report.',
      ],
    ],
    [
      'from many segments',
      [part(3, 50)],
      [
        'Segments 1, 2, 4, 5, 6 and 44 more of 50 are missing. Add their recordings: their requests are not in this report.',
      ],
    ],
  ])('one run: what is missing %s', (_, recordings, sentences) => {
    expect(missingSegments(recordings)).toEqual(sentences);
  });
});

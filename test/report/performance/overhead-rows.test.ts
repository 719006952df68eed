import { describe, expect, test } from 'vitest';
import { DEFAULT_MIN_EFFECT, parseMinEffect } from '../../../src/measure/change/min-effect.ts';
import { comparePerformance } from '../../../src/report/performance/compare-performance.ts';
import { measuredSubject } from '../../../src/report/performance/measured-subject.ts';
import {
  overallSentences,
  subjectName,
  valueText,
} from '../../../src/report/performance/phrases.ts';
import type { OverheadReport } from '../../../src/report/schema/overhead.ts';
import { type Performance, PerformanceSchema } from '../../../src/report/schema/performance.ts';
import { overheadStep } from '../sample-overhead.ts';
import { conformanceOnly } from '../sample-report.ts';

/** What a gateway adds to the TTFT of streams, at p50, p90 and p99. */
function step(
  overheadMs: number,
  { halfMs = null, ...more }: Parameters<typeof overheadStep>[1] = {},
) {
  return overheadStep(overheadMs, { halfMs, ...more }, ['p50', 'p90', 'p99']);
}

function compared(
  before: OverheadReport['steps'],
  after: OverheadReport['steps'],
  minEffect = DEFAULT_MIN_EFFECT,
): Performance {
  const subjects = [
    measuredSubject('before', { ...conformanceOnly(), overhead: { steps: before } }),
    measuredSubject('after', { ...conformanceOnly(), overhead: { steps: after } }),
  ];
  const performance = comparePerformance(subjects, { minEffect, paired: false });
  if (performance === undefined) throw new Error('nothing was compared');
  return performance;
}

function wordsOf({ rows }: Performance): readonly string[] {
  return rows.map(
    (row) => `${subjectName(row)}: ${row.metric} ${row.statistic} ${row.changes[0]?.word}`,
  );
}

const HALF = { halfMs: 0.05 };

describe('overheads of two reports', () => {
  test('are the same where they differ by less than a tenth of the minimal effect', () => {
    const performance = compared([step(1, HALF)], [step(1.06, HALF)]);
    expect(PerformanceSchema.safeParse(performance).error).toBeUndefined();
    expect(performance.words).toEqual(['same']);
    expect(wordsOf(performance)).toEqual([
      'chat, stream, 1 in flight: addedTtft p50 same',
      'chat, stream, 1 in flight: addedTtft p90 same',
      'chat, stream, 1 in flight: addedTtft p99 same',
    ]);
  });

  test('half a millisecond more is worse, and less is better, by the intervals of both', () => {
    const worse = compared([step(1, HALF)], [step(1.5, HALF)]);
    expect(worse.words).toEqual(['worse']);
    expect(worse.rows[0]).toMatchObject({
      unit: 'ms',
      cells: [
        { value: 1, observations: 500 },
        { value: 1.5, observations: 500 },
      ],
      changes: [{ word: 'worse', minEffect: 0.2 }],
    });
    const { low, high } = worse.rows[0]?.changes[0]?.interval ?? { low: 0, high: 0 };
    expect(low).toBeCloseTo(0.5 - Math.hypot(0.05, 0.05), 6);
    expect(high).toBeCloseTo(0.5 + Math.hypot(0.05, 0.05), 6);
    expect(compared([step(1.5, HALF)], [step(1, HALF)]).words).toEqual(['better']);
    expect(overallSentences(worse, ['before', 'after'])[0]).toContain(
      'after against before: Worse. 3 figures: 3 worse. Minimal effect: 5 % and 0.2 ms of an overhead.',
    );
  });

  test('are uncertain where their intervals are wide, or absent', () => {
    expect(compared([step(1, { halfMs: 1 })], [step(1.5, { halfMs: 1 })]).words).toEqual([
      'cannot-tell',
    ]);
    const few = compared([step(1)], [step(9, HALF)]);
    expect(few.words).toEqual(['cannot-tell']);
    expect(few.rows[0]?.changes[0]?.reason).toBe('a side has too few blocks for an interval');
  });

  test('are compared at equal loads only', () => {
    const performance = compared(
      [step(1, HALF), step(1, { ...HALF, arrivalRate: 50 })],
      [step(1, HALF), step(9, { ...HALF, arrivalRate: 80 })],
    );
    expect(performance.words).toEqual(['same']);
    expect(wordsOf(performance).slice(3)).toEqual([
      'chat, stream, 50/s: addedTtft p50 cannot-tell',
      'chat, stream, 50/s: addedTtft p90 cannot-tell',
      'chat, stream, 50/s: addedTtft p99 cannot-tell',
      'chat, stream, 80/s: addedTtft p50 cannot-tell',
      'chat, stream, 80/s: addedTtft p90 cannot-tell',
      'chat, stream, 80/s: addedTtft p99 cannot-tell',
    ]);
  });

  test('are not compared in a step in which the gateway fell behind', () => {
    const slow = { ...HALF, arrivalRate: 50, outcome: 'gateway-behind' as const };
    const performance = compared([step(1, { ...HALF, arrivalRate: 50 })], [step(90, slow)]);
    expect(performance.rows[0]?.changes[0]).toMatchObject({
      word: 'cannot-tell',
      reason: 'a gateway fell behind at this load',
    });
  });

  test('have the minimal effect of the user: a tenth of its duration', () => {
    const performance = compared([step(1, HALF)], [step(1.5, HALF)], parseMinEffect('20ms'));
    expect(performance.words).toEqual(['same']);
  });

  test('below 0, which is noise, have no ratio', () => {
    const { rows } = compared([step(1, HALF)], [step(-0.5, HALF)]);
    const [row] = rows;
    if (row === undefined) throw new Error('no row');
    expect(row.changes[0]?.ratio).toBeNull();
    expect(valueText(row.cells[1]?.value ?? null, row.unit)).toBe('−0.500 ms');
  });
});

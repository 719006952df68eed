import { describe, expect, test } from 'vitest';
import type { Exchange, Timing } from '../../src/exchange/exchange.ts';
import { JobMeasure } from '../../src/measure/job-measure.ts';
import { exchange } from './exchange-builder.ts';

const STATES = {
  waiting: ['queued'],
  running: ['in_progress'],
  completed: ['completed'],
  failed: ['failed'],
  cancelled: ['cancelled'],
};

type Step = 'video-create' | 'video-read' | 'video-cancel';

/** An answer of 10 ms that shows a job, or nothing when there is no status. */
function step(operation: Step, sendMs: number, status?: string, more: Members = {}): Exchange {
  const { timing, date, ...members } = more;
  const shown = exchange({
    operation,
    status: status === undefined ? 500 : 200,
    timing: { intendedMs: sendMs, sendMs, endMs: sendMs + 10, ...timing },
  });
  if (shown.answer === undefined) throw new Error('No answer.');
  const body = Buffer.from(JSON.stringify({ id: 'v1', status, ...members }));
  const headers = [...shown.answer.headers, ['date', date ?? ''] as const];
  return { ...shown, answer: { ...shown.answer, headers, body } };
}

interface Members {
  readonly timing?: Partial<Timing>;
  readonly date?: string;
  readonly completed_at?: number | null;
}

function measured(...jobs: readonly (readonly Exchange[])[]): JobMeasure {
  const measure = new JobMeasure();
  for (const job of jobs) measure.add(job, STATES);
  return measure;
}

const CREATE = step('video-create', 0, 'queued');

describe('video jobs', () => {
  test('video jobs: one that is polled to its end lasted from its create to the answer that showed it', () => {
    const jobs = measured([
      CREATE,
      step('video-read', 100, 'in_progress'),
      step('video-read', 200, 'completed'),
    ]);
    expect(jobs).toMatchObject({ created: 1, completed: 1, failed: 0, cancelled: 0, notEnded: 0 });
    expect(jobs.duration.percentiles()?.max).toBe(210);
    expect(jobs.cancelLatency.count).toBe(0);
  });

  test('video jobs: poll lag is measured from the send of the last poll that showed it running', () => {
    const jobs = measured([
      CREATE,
      step('video-read', 100, 'in_progress'),
      step('video-read', 150),
      step('video-read', 200, 'failed'),
    ]);
    expect(jobs.failed).toBe(1);
    expect(jobs.pollLag.percentiles()?.max).toBe(110);
  });

  test('video jobs: one that is over when it is created has no poll lag', () => {
    const jobs = measured([step('video-create', 0, 'completed')]);
    expect(jobs).toMatchObject({ created: 1, completed: 1 });
    expect(jobs.pollLag.count).toBe(0);
    expect(jobs.duration.percentiles()?.max).toBe(10);
  });

  test.each([
    ['in seconds', 1_790_000_000, 7000],
    ['in ms', 1_790_000_000_500, 6500],
    ['that the answer goes before', 1_790_000_099, 0],
  ])('video jobs: a completed_at %s is compared with the Date of the answer', (_, at, lagMs) => {
    const date = new Date(1_790_000_007_000).toUTCString();
    const end = step('video-read', 100, 'completed', { completed_at: at, date });
    const jobs = measured([CREATE, end]);
    expect(jobs.statedPollLag.percentiles()).toMatchObject({ max: lagMs, mean: lagMs });
  });

  test.each([
    ['completed_at', { completed_at: null, date: new Date(0).toUTCString() }],
    ['Date', { completed_at: 1_790_000_000 }],
  ])('video jobs: without %s no poll lag is stated', (_, more) => {
    const jobs = measured([CREATE, step('video-read', 100, 'completed', more)]);
    expect(jobs.statedPollLag.count).toBe(0);
    expect(jobs.pollLag.count).toBe(1);
  });

  test('video jobs: a cancel takes from its DELETE to the answer that shows it', () => {
    const jobs = measured(
      [CREATE, step('video-cancel', 100, 'cancelled'), step('video-read', 200, 'cancelled')],
      [CREATE, step('video-cancel', 100, 'in_progress'), step('video-read', 200, 'cancelled')],
      [CREATE, step('video-cancel', 100), step('video-read', 300, 'cancelled')],
    );
    expect(jobs).toMatchObject({ created: 3, cancelled: 3, completed: 0 });
    expect(jobs.cancelLatency.count).toBe(3);
    expect(jobs.cancelLatency.percentile(1)).toBeCloseTo(10, 1);
    expect(jobs.cancelLatency.percentile(50)).toBeCloseTo(110, 0);
    expect(jobs.cancelLatency.percentiles()?.max).toBe(210);
    expect(jobs.duration.count).toBe(0);
  });

  test('video jobs: one that completed before its cancel is completed, not cancelled', () => {
    const jobs = measured([
      CREATE,
      step('video-read', 100, 'in_progress'),
      step('video-cancel', 200, 'completed'),
      step('video-read', 300, 'completed'),
    ]);
    expect(jobs).toMatchObject({ completed: 1, cancelled: 0 });
    expect(jobs.cancelLatency.count).toBe(0);
    expect(jobs.pollLag.count).toBe(0);
  });

  test('video jobs: one whose end was not observed is counted as not ended', () => {
    const jobs = measured([CREATE, step('video-read', 100, 'in_progress')]);
    expect(jobs).toMatchObject({ created: 1, notEnded: 1 });
  });

  test('video jobs: one that was never created is not counted', () => {
    expect(measured([step('video-create', 0)])).toMatchObject({ created: 0, notEnded: 0 });
  });
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseArrivalRate, readArrivalRate } from '../../../src/input/arrival-rate.ts';
import { parseDuration, readDuration } from '../../../src/input/duration.ts';
import { bundledScenarios } from '../../../src/load/scenarios/scenario-files.ts';
import { type Workload, WorkloadSchema } from '../../../src/load/workload/workload.ts';

describe('arrival rate', () => {
  test.each([
    ['20/s', 20],
    ['0.5/s', 0.5],
    [' 600 / min ', 10],
    ['3600/h', 1],
  ])('arrival rate: %j is read per second', (text, perSecond) => {
    expect(readArrivalRate(text)).toBe(perSecond);
  });

  test.each([
    'fast',
    '',
    '20',
    '/s',
    '0/s',
    '-1/s',
    '20/fortnight',
    '20/s/s',
    '1e3/s',
    '20/toString',
  ])('arrival rate: %j is not one', (text) => {
    expect(readArrivalRate(text)).toBeUndefined();
  });

  test('arrival rate: a mistake on the command line is reported with the option and the remedy', () => {
    expect(() => parseArrivalRate('--arrival-rate', 'fast')).toThrow(
      '--arrival-rate needs a number above 0 and a unit, such as 50/s; got "fast".',
    );
  });
});

describe('duration', () => {
  test.each([
    ['800ms', 800],
    ['30s', 30_000],
    ['1.5min', 90_000],
    ['1m30s', 90_000],
    ['2h', 7_200_000],
    ['0s', 0],
  ])('duration: %j is read in ms', (text, ms) => {
    expect(readDuration(text)).toBe(ms);
  });

  test.each(['soon', '', '30', 's', '-1s', '1s later', '1d', '1 s2'])(
    'duration: %j is not one',
    (text) => {
      expect(readDuration(text)).toBeUndefined();
    },
  );

  test('duration: a mistake on the command line is reported with the option and the remedy', () => {
    expect(() => parseDuration('--duration', 'soon')).toThrow(
      '--duration needs a number and a unit, such as 30s or 800ms; got "soon".',
    );
  });
});

describe('workload', () => {
  test('workload: the default is 30 s of the mix at 20 Poisson arrivals a second', () => {
    expect(defaultWorkload()).toMatchObject({
      scenario: 'mixed',
      arrivalsPerSecond: 20,
      arrivals: 'poisson',
      durationMs: 30_000,
    });
  });

  test('workload: the default mix weighs every scenario but itself', () => {
    const shapes = bundledScenarios().map(({ name }) => name);
    expect(Object.keys(defaultWorkload().mix).toSorted()).toEqual(
      shapes.filter((name) => name !== 'mixed'),
    );
  });

  test('workload: text of a configuration becomes numbers', () => {
    const workload = WorkloadSchema.parse({
      scenario: 'chat-stream',
      arrivalRate: '600/min',
      duration: '2s',
      gracefulStop: '500ms',
      retries: { backoff: '10ms' },
    });
    expect(workload).toMatchObject({
      scenario: 'chat-stream',
      arrivalsPerSecond: 10,
      durationMs: 2000,
      gracefulStopMs: 500,
      retries: { attempts: 6, backoffMs: 10, longestWaitMs: 5000 },
    });
  });

  test.each([
    [
      { arrivalRate: 'fast' },
      'arrivalRate',
      'needs a number above 0 and a unit, such as 50/s; got "fast"',
    ],
    [{ arrivalRate: 5 }, 'arrivalRate', 'needs a number above 0 and a unit, such as 50/s; got 5'],
    [
      { bursts: { size: 5 } },
      'bursts.every',
      'needs a number and a unit, such as 30s or 800ms; got nothing',
    ],
    [
      { uploads: { small: 0, large: 0, maximum: 0 } },
      'uploads',
      'needs at least one weight above 0',
    ],
    [{ duration: '0s' }, 'duration', 'needs a time above 0'],
    [{ gracefulStop: '9999h' }, 'gracefulStop', 'needs at most 8760h'],
    [{ duration: 30 }, 'duration', 'needs a number and a unit, such as 30s or 800ms; got 30'],
    [{ mix: { chatt: 1 } }, 'mix.chatt', 'Unknown scenario in the mix: chatt. Did you mean chat?'],
    [{ mix: { chat: 0 } }, 'mix', 'needs at least one weight above 0'],
    [{ arivalRate: '1/s' }, '', 'arivalRate'],
    [{ inFlight: 0 }, 'inFlight', '>=1'],
  ])('workload: %j is refused where the mistake is', (input, path, message) => {
    const issue = WorkloadSchema.safeParse(input).error?.issues[0];
    expect(issue?.path.join('.')).toBe(path);
    expect(issue?.message).toContain(message);
  });

  test('workload: its schema for editors requires text where the file has text', () => {
    const schema = z.toJSONSchema(WorkloadSchema, { io: 'input' });
    expect(schema.properties?.arrivalRate).toMatchObject({ type: 'string' });
    expect(schema.properties?.duration).toMatchObject({ type: 'string' });
    expect(schema.required ?? []).toEqual([]);
  });
});

describe('scenarios', () => {
  test('scenarios: each has a summary of one sentence', () => {
    for (const { name, summary } of bundledScenarios())
      expect(summary, name).toMatch(/^[A-Z].*\.$/);
  });
});

/** The default workload: 30 s of the mix at a modest rate. */
function defaultWorkload(): Workload {
  return WorkloadSchema.parse({});
}

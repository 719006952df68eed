import { describe, expect, test } from 'vitest';
import { mergeFlags } from '../../../src/load/workload/arrival-plan.ts';
import { readRamp } from '../../../src/load/workload/units.ts';
import {
  arrivalPhrase,
  atSteadyRate,
  WorkloadSchema,
} from '../../../src/load/workload/workload.ts';

describe('ramp', () => {
  test.each([
    ['50/s', { from: 50, to: 50 }],
    ['0/s', { from: 0, to: 0 }],
    ['0/s..50/s', { from: 0, to: 50 }],
    ['600/min .. 0.5/s', { from: 10, to: 0.5 }],
  ])('ramp: %j is read per second', (text, ramp) => {
    expect(readRamp(text)).toEqual(ramp);
  });

  test.each(['', '50', '..', '0/s..', '1/s..2/s..3/s', '1/s-2/s', '2000000/s'])(
    'ramp: %j is not one',
    (text) => {
      expect(readRamp(text)).toBeUndefined();
    },
  );
});

describe('arrivals', () => {
  test('arrivals: stages have their own duration and a mean rate', () => {
    const workload = WorkloadSchema.parse({
      arrivals: 'constant',
      stages: [
        { arrivalRate: '0/s..50/s', duration: '30s' },
        { arrivalRate: '50/s', duration: '1m' },
      ],
    });
    expect(workload).toMatchObject({
      arrivals: 'constant',
      durationMs: 90_000,
      arrivalsPerSecond: (25 * 30 + 50 * 60) / 90,
      stages: [
        { from: 0, to: 50, durationMs: 30_000 },
        { from: 50, to: 50, durationMs: 60_000 },
      ],
    });
    expect(arrivalPhrase(workload)).toBe(
      'constant arrivals in 2 stages, 41.667/s on average, for 90 s',
    );
  });

  test('arrivals: bursts need no arrival model beside them', () => {
    const workload = WorkloadSchema.parse({ bursts: { size: 20, every: '5s' }, duration: '1m' });
    expect(workload).toMatchObject({
      arrivals: 'bursts',
      arrivalsPerSecond: 4,
      durationMs: 60_000,
      bursts: { size: 20, everyMs: 5000 },
    });
    expect(arrivalPhrase(workload)).toBe('20 arrivals every 5 s for 60 s');
  });

  test.each([
    ['10s', 5],
    ['5s', 6],
    ['1s', 10],
  ])('arrivals: bursts of 10 every 2 s for %s are %i/s on average', (duration, rate) => {
    const workload = WorkloadSchema.parse({ bursts: { size: 10, every: '2s' }, duration });
    expect(workload.arrivalsPerSecond).toBe(rate);
  });

  test('arrivals: a closed model has as many requests in flight as users', () => {
    const workload = WorkloadSchema.parse({ closed: { users: 7, think: '1s' } });
    expect(workload).toMatchObject({
      arrivals: 'closed',
      arrivalsPerSecond: 0,
      inFlight: 7,
      closed: { users: 7, thinkMs: 1000 },
    });
    expect(arrivalPhrase(workload)).toBe('a closed model of 7 users, each thinking 1 s, for 30 s');
  });

  test.each([
    ['trace.jsonl', { file: 'trace.jsonl', speed: 1 }],
    [
      { file: 'trace.jsonl', speed: 2 },
      { file: 'trace.jsonl', speed: 2 },
    ],
  ])('arrivals: the trace %j is read, with its file and its speed', (trace, read) => {
    expect(WorkloadSchema.parse({ trace })).toMatchObject({ arrivals: 'trace', trace: read });
  });

  test('arrivals: rates for scenarios make a mix and a total rate', () => {
    const workload = WorkloadSchema.parse({
      rates: { chat: '10/s', 'video-poll-cancel': '30/min' },
    });
    expect(workload).toMatchObject({
      arrivals: 'poisson',
      arrivalsPerSecond: 10.5,
      mix: { chat: 10, 'video-poll-cancel': 0.5 },
    });
  });

  test('arrivals: a steady rate replaces the other arrivals and keeps the mix', () => {
    const rates = WorkloadSchema.parse({ rates: { chat: '1/s', images: '3/s' }, inFlight: 9 });
    const steady = atSteadyRate(rates, 'constant', 50);
    expect(steady).toEqual({
      ...WorkloadSchema.parse({ inFlight: 9 }),
      arrivals: 'constant',
      arrivalsPerSecond: 50,
      mix: { chat: 1, images: 3 },
    });
    const closed = atSteadyRate(WorkloadSchema.parse({ closed: { users: 5 } }), 'poisson', 2);
    expect(closed).toMatchObject({ arrivals: 'poisson', arrivalsPerSecond: 2 });
    expect(closed.closed).toBeUndefined();
  });

  test.each([
    [{ arrivalRate: '1/s', stages: [stage()] }, 'stages', 'cannot be combined with arrivalRate'],
    [
      { bursts: bursts(), trace: 'a' },
      'trace',
      'cannot be combined with bursts: remove one of them',
    ],
    [{ arrivals: 'poisson', bursts: bursts() }, 'arrivals', 'is poisson, but bursts is set'],
    [
      { arrivals: 'closed', arrivalRate: '1/s' },
      'arrivalRate',
      'cannot be combined with arrivals closed',
    ],
    [{ arrivals: 'bursts' }, 'arrivals', 'which needs bursts: {size: 20, every: 5s}'],
    [{ arrivals: 'trace' }, 'arrivals', 'which needs trace: {file: trace.jsonl}'],
    [{ stages: [stage()], duration: '5s' }, 'duration', 'is the sum of the stages: remove it'],
    [
      { closed: { users: 5 }, inFlight: 9 },
      'inFlight',
      'equals closed.users in a closed model: remove it',
    ],
    [{ stages: [] }, 'stages', '>=1'],
    [
      { stages: [{ arrivalRate: '0/s', duration: '1s' }] },
      'stages',
      'needs at least one rate above 0',
    ],
    [{ rates: { chat: '1/s' }, mix: { chat: 1 } }, 'mix', 'follows from the rates'],
    [{ rates: { chat: '1/s' }, scenario: 'chat' }, 'rates', 'are for the scenario mixed'],
    [
      { rates: { chatt: '1/s' } },
      'rates.chatt',
      'Unknown scenario in the rates: chatt. Did you mean chat?',
    ],
    [{ arrivalRate: '2000000/s' }, 'arrivalRate', 'needs at most 1000000/s'],
    [{ closed: { users: 0 } }, 'closed.users', '>=1'],
    [{ trace: { file: 'a', speed: 0 } }, 'trace.speed', '>0'],
    [{ trace: 5 }, 'trace', 'needs the path of a file, or {file: …, speed: 2}'],
    [{ prompts: { words: 'many' } }, 'prompts.words', 'needs a number such as 200, {mean, sd'],
    [{ prompts: {} }, 'prompts', 'needs either words or file'],
    [{ prompts: { words: 5, file: 'a' } }, 'prompts', 'needs either words or file'],
    [{ answers: { tokens: 0 } }, 'answers.tokens', '>=1'],
    [{ answers: { tokens: { mean: 5 } } }, 'answers.tokens', 'needs mean and sd together'],
    [{ answers: { tokens: { min: 5 } } }, 'answers.tokens', 'needs mean and sd, or min and max'],
  ])('arrivals: %j is refused where the mistake is', (input, path, message) => {
    const issue = WorkloadSchema.safeParse(input).error?.issues[0];
    expect(issue?.path.join('.')).toBe(path);
    expect(issue?.message).toContain(message);
  });

  test.each([
    [200, { min: 200, max: 200 }],
    [
      { min: 5, max: 9 },
      { min: 5, max: 9 },
    ],
    [
      { mean: 300, sd: 50 },
      { mean: 300, sd: 50, min: 1, max: 1_000_000 },
    ],
  ])('lengths: %j is what is drawn from', (words, drawn) => {
    expect(WorkloadSchema.parse({ prompts: { words } }).prompts).toEqual({ words: drawn });
  });
});

describe('flags', () => {
  const file = { arrivalRate: '20/s', arrivals: 'constant', duration: '30s', inFlight: 9 };
  test.each([
    [file, { arrivalRate: '5/s' }, { ...file, arrivalRate: '5/s' }],
    [file, { stages: 'S' }, { arrivals: 'constant', inFlight: 9, stages: 'S' }],
    [file, { closed: 'C' }, { duration: '30s', closed: 'C' }],
    [file, { trace: 'T', duration: '9s' }, { inFlight: 9, trace: 'T', duration: '9s' }],
    [file, { scenario: 'chat' }, { ...file, scenario: 'chat' }],
    [{ arrivals: 'bursts', bursts: 'B' }, { arrivals: 'poisson' }, { arrivals: 'poisson' }],
    [{ arrivals: 'bursts', bursts: 'B' }, { arrivalRate: '5/s' }, { arrivalRate: '5/s' }],
    [{ trace: 'T' }, { arrivals: 'trace' }, { trace: 'T', arrivals: 'trace' }],
    [{ rates: 'R' }, { arrivals: 'constant' }, { rates: 'R', arrivals: 'constant' }],
  ])('flags: a file of %j with %j is %j', (written, flags, both) => {
    expect(mergeFlags(written, flags)).toEqual(both);
  });
});

function stage() {
  return { arrivalRate: '1/s', duration: '1s' };
}

function bursts() {
  return { size: 1, every: '1s' };
}

import { expect, test } from 'vitest';
import { type AnswerMode, answerModeOf } from '../../../src/measure/answer-mode.ts';
import { type StepFigures, StepMeasure } from '../../../src/measure/capacity/step-measure.ts';
import { timingsOf } from '../../../src/measure/measured-exchange.ts';
import { classify } from '../../../src/measure/result-class.ts';
import { exchange } from '../exchange-builder.ts';

type Changes = NonNullable<Parameters<typeof exchange>[0]>;

const SLOW = { readBytesPerSecond: 1000 };
const ANSWERED: Changes = { timing: { intendedMs: 2000, sendMs: 2000, endMs: 2100 } };

/** A request that the end of the run cut ten seconds after it was sent. */
function cut(intendedMs: number, timing: Changes['timing'] = {}): Changes {
  const times = { intendedMs, sendMs: intendedMs, endMs: intendedMs + 10_000 };
  return { outcome: 'cut-by-end', timing: { ...times, ...timing } };
}

function figuresOf(others: readonly Changes[], mode?: AnswerMode): StepFigures {
  const measure = new StepMeasure({ warmUpMs: 1500, endMs: 7500 }, []);
  const first: Changes = { timing: { intendedMs: 0, sendMs: 0, endMs: 100 } };
  for (const changes of [first, ...others]) {
    const one = exchange(changes);
    measure.record({
      exchange: one,
      mode: changes === first ? 'body' : (mode ?? answerModeOf(one)),
      resultClass: classify(one),
      timings: timingsOf(one),
    });
  }
  return measure.figures();
}

test.each<[string, number, readonly Changes[]]>([
  ['in the measured time counts', 1, [ANSWERED, cut(3000)]],
  ['in the warm-up does not count', 0, [ANSWERED, cut(1000)]],
  [
    'that waited for the generator and not for the gateway does not count',
    0,
    [ANSWERED, cut(3000, { sendMs: 12_900 })],
  ],
  [
    'with a slow reader that had begun to read does not count',
    0,
    [ANSWERED, cut(3000, { ...SLOW, firstByteMs: 3010 })],
  ],
  ['with a slow reader to which nothing came counts', 1, [ANSWERED, cut(3000, SLOW)]],
])('step: a request that the end cut %s', (_, count, others) => {
  expect(figuresOf(others).overdue).toBe(count);
});

test.each([
  ['at once', 0, true],
  ['later and later', 1, false],
] as const)(
  'step: a gateway whose slow readers can begin to read %s: keeps up %3$s',
  (_, growth, keepsUp) => {
    const readers = Array.from({ length: 60 }, (_each, at): Changes => {
      const intendedMs = 1500 + at * 100;
      const firstByteMs = intendedMs + 20 + growth * at * 50;
      const timing = { intendedMs, sendMs: intendedMs, firstByteMs, endMs: firstByteMs + 900 };
      return { timing: { ...timing, ...SLOW } };
    });
    expect(figuresOf(readers).trend?.keepsUp).toBe(keepsUp);
  },
);

test.each([
  ['an executed request counts', 'body', 1],
  ['an idempotent replay does not count', 'replay', 0],
  ['an answer that waited for another request does not count', 'waited', 0],
] as const)('step: %s as throughput, latency and load', (_, mode, count) => {
  const { throughput, measure, inFlight } = figuresOf([ANSWERED], mode);
  expect([throughput * 6, measure.e2e.count, measure.exchanges]).toEqual([count, count, 1]);
  expect(inFlight > 0).toBe(count > 0);
});

import { expect, test } from 'vitest';
import { type AnswerMode, answerModeOf } from '../../../src/measure/answer-mode.ts';
import {
  overdueOf,
  type StepFigures,
  StepMeasure,
  type Wait,
} from '../../../src/measure/capacity/step-measure.ts';
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

const CHATS: readonly Wait[] = Array.from({ length: 20 }, (_, index) => answered(100 + index));

function answered(tookMs: number, kind = 'chat body'): Wait {
  return { kind, tookMs, isCut: false };
}

function cutAfter(tookMs: number, kind = 'chat body'): Wait {
  return { kind, tookMs, isCut: true };
}

test.each<[string, number, readonly Wait[]]>([
  [
    'that waited no longer than answers take are not overdue',
    0,
    [...CHATS, cutAfter(90), cutAfter(118)],
  ],
  ['that waited a little longer may be slow', 0, [...CHATS, cutAfter(150)]],
  [
    'that waited far longer are overdue',
    2,
    [...CHATS, cutAfter(5000), cutAfter(9000), cutAfter(80)],
  ],
  [
    'are compared with answers of their kind',
    1,
    [...CHATS, answered(9000, 'images body'), cutAfter(5000), cutAfter(5000, 'images body')],
  ],
  ['without any answer of their kind are overdue', 1, [...CHATS, cutAfter(5000, 'video body')]],
])('overdue: cutAfter requests %s', (_, count, waits) => {
  expect(overdueOf(waits)).toBe(count);
});

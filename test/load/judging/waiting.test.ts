import { expect, onTestFinished, test, vi } from 'vitest';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { EffectLookup } from '../../../src/load/judging/effect-lookup.ts';
import { HealthySeconds } from '../../../src/load/judging/healthy-seconds.ts';
import { HoldBack } from '../../../src/load/judging/hold-back.ts';
import type { Judgeable } from '../../../src/load/judging/waiting.ts';
import { exchange } from '../../measure/exchange-builder.ts';

const whole = (sendMs: number, endMs: number) => exchange({ timing: { sendMs, endMs } });
const refused = (sendMs: number) =>
  exchange({ outcome: 'refused', timing: { sendMs, endMs: sendMs + 1 } });

/** An answer with a status line and part of a body. */
function cut(sendMs: number, endMs: number, body?: Uint8Array): Exchange {
  const { answer } = whole(sendMs, endMs);
  const cutExchange = exchange({ outcome: 'truncated', timing: { sendMs, endMs } });
  return { ...cutExchange, ...(answer && { answer: { ...answer, ...(body && { body }) } }) };
}

const endOf = (judgeable: Judgeable) =>
  'exchange' in judgeable ? judgeable.exchange.timing.endMs : undefined;

/** Which of the exchanges is judged, by the time of its end. */
function judge(...exchanges: readonly Exchange[]) {
  const judged: (number | undefined)[] = [];
  const holdBack = new HoldBack((piece) => judged.push(endOf(piece)));
  for (const each of exchanges) {
    holdBack.note(each);
    if (!holdBack.holds({ exchange: each })) judged.push(each.timing.endMs);
  }
  const finish = (isThere: boolean) => {
    holdBack.end({ isThere, hasLedger: true, isWhole: true });
    return holdBack.lost;
  };
  return { finish, judged };
}

test('hold back: an answer is judged as soon as a later request is answered', () => {
  const { finish, judged } = judge(whole(0, 10), cut(0, 20), whole(5, 30), whole(21, 40));
  expect(judged).toEqual([10, 30, 20, 40]);
  expect(finish(false)).toEqual({ exchanges: 0, groups: 0 });
});

test('hold back: an answer that comes after the answer to a later request is judged at once', () => {
  const { judged } = judge(whole(21, 40), cut(0, 20));
  expect(judged).toEqual([40, 20]);
});

test('hold back: broken answers without a later answer are not judged when the target is gone', () => {
  const { finish, judged } = judge(whole(0, 10), cut(0, 20), cut(5, 20), refused(25));
  expect(judged).toEqual([10, 26]);
  expect(finish(false)).toEqual({ exchanges: 2, groups: 0 });
  expect(judged).toEqual([10, 26]);
});

test('hold back: broken answers without a later answer are judged when the target is still there', () => {
  const { finish, judged } = judge(whole(0, 10), cut(0, 20));
  expect(finish(true)).toEqual({ exchanges: 0, groups: 0 });
  expect(judged).toEqual([10, 20]);
});

test('hold back: a group waits for an answer to a request sent after its break', () => {
  const judged: string[] = [];
  const holdBack = new HoldBack((piece) => {
    if ('group' in piece) judged.push(piece.group.series.label);
  });
  const add = (label: string, exchanges: readonly Exchange[]) => {
    for (const each of exchanges) holdBack.note(each);
    const group = { kind: 'key', series: { label, exchanges } } as const;
    if (!holdBack.holds({ group })) judged.push(label);
  };
  add('whole', [whole(0, 10)]);
  add('retried', [cut(0, 20), whole(25, 30)]);
  add('held', [whole(20, 30), refused(40)]);
  expect(judged).toEqual(['whole', 'retried']);
  add('never answered', [refused(45), refused(50)]);
  expect(judged).toEqual(['whole', 'retried', 'never answered']);
  holdBack.end({ isThere: false, hasLedger: false, isWhole: true });
  expect(judged).toHaveLength(3);
  expect(holdBack.lost).toEqual({ exchanges: 0, groups: 1 });
});

test('hold back: bodies above 16 MiB are discarded and counted', () => {
  const body = new Uint8Array(10 * 1024 * 1024);
  const large = (endMs: number) => cut(0, endMs, body);
  const { finish, judged } = judge(large(10), large(20));
  expect(finish(true)).toEqual({ exchanges: 1, groups: 0 });
  expect(judged).toEqual([20]);
});

const second = (atMs: number, latenessP99Ms = 0) => ({
  atMs,
  latenessP99Ms,
  latenessMaxMs: latenessP99Ms,
  schedulerLatencyP99Ms: 0,
  tickerLatenessMaxMs: 0,
});

/** Which spans are decided so far, in the order of the decisions. */
function decisions(healthy: HealthySeconds, ...spans: readonly (readonly [number, number])[]) {
  const decided: [fromMs: number, kept: boolean][] = [];
  for (const [fromMs, toMs] of spans) {
    healthy.when({ fromMs, toMs }, 10, (kept) => decided.push([fromMs, kept]));
  }
  return decided;
}

test('healthy seconds: a finding waits until the health of its seconds is known', () => {
  const healthy = new HealthySeconds(1);
  const decided = decisions(healthy, [500, 1500]);
  healthy.onHealth(0, second(1000));
  expect(decided).toEqual([]);
  healthy.onHealth(0, second(2000));
  expect(decided).toEqual([[500, true]]);
});

test('healthy seconds: one second in which arrivals were late sets aside all findings that overlap it', () => {
  const healthy = new HealthySeconds(1);
  healthy.onHealth(0, second(1000));
  healthy.onHealth(0, second(2000, 400));
  healthy.onHealth(0, second(3000));
  expect(decisions(healthy, [0, 1000], [900, 1100], [0, 3000], [2000, 2500])).toEqual([
    [0, true],
    [900, false],
    [0, false],
    [2000, true],
  ]);
});

test('healthy seconds: a finding waits until every engine has reported its health', () => {
  const healthy = new HealthySeconds(2);
  const decided = decisions(healthy, [100, 900]);
  healthy.onHealth(0, second(1000));
  expect(decided).toEqual([]);
  healthy.onHealth(1, second(1000, 400));
  expect(decided).toEqual([[100, false]]);
});

test('healthy seconds: a finding after the last report is decided at the end', () => {
  const healthy = new HealthySeconds(1);
  const decided = decisions(healthy, [0, 5000]);
  healthy.end({ isWhole: true });
  expect(decided).toEqual([[0, true]]);
});

test('healthy seconds: where the end of the run is missing, a finding after the last report is set aside', () => {
  const healthy = new HealthySeconds(1);
  const decided = decisions(healthy, [0, 900], [500, 5000]);
  healthy.onHealth(0, second(1000));
  healthy.end({ isWhole: false });
  expect(decided).toEqual([
    [0, true],
    [500, false],
  ]);
});

test('healthy seconds: beyond 10 000 findings that wait, the oldest are set aside', () => {
  const healthy = new HealthySeconds(1);
  const spans = Array.from({ length: 10_002 }, (_, at) => [at, 50_000] as const);
  expect(decisions(healthy, ...spans)).toEqual([
    [0, false],
    [1, false],
  ]);
});

test('healthy seconds: beyond 16 MiB that wait, the oldest is set aside', () => {
  const healthy = new HealthySeconds(1);
  const decided: boolean[] = [];
  for (let count = 0; count < 5; count += 1) {
    healthy.when({ fromMs: 0, toMs: 9000 }, 4 * 1024 * 1024, (kept) => decided.push(kept));
  }
  expect(decided).toEqual([false]);
});

/** A lookup whose ledger answers only when the test lets it, and the groups that it passed on. */
function lookup() {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const questions: (readonly string[])[] = [];
  const answers: ((effects: ReadonlyMap<string, number>) => void)[] = [];
  const judged: unknown[] = [];
  const keys = new EffectLookup(
    {
      effectsOf(labels) {
        questions.push(labels);
        return new Promise((resolve) => answers.push(resolve));
      },
    },
    (piece) => judged.push('group' in piece && piece.group.series),
  );
  const add = (label: string) =>
    keys.holds({ group: { kind: 'key', series: { label, exchanges: [] } } });
  return { keys, questions, answers, judged, add };
}

const DURING = { isThere: true, hasLedger: true, isWhole: true };

test('effect lookup: a slow ledger gets the next question once it has answered', async () => {
  const { keys, questions, answers, judged, add } = lookup();
  expect(add('a')).toBe(true);
  await vi.advanceTimersByTimeAsync(300);
  add('b');
  add('c');
  await vi.advanceTimersByTimeAsync(1000);
  expect(questions).toEqual([['a']]);
  const ended = keys.end(DURING);
  answers[0]?.(new Map([['a', 1]]));
  await vi.advanceTimersByTimeAsync(0);
  expect(judged).toEqual([{ label: 'a', exchanges: [], effects: 1 }]);
  expect(questions).toEqual([['a'], ['b', 'c']]);
  answers[1]?.(new Map());
  await ended;
  expect(judged.slice(1)).toEqual([
    { label: 'b', exchanges: [] },
    { label: 'c', exchanges: [] },
  ]);
});

test('effect lookup: a target that is gone receives no question, and its keys are judged without effects', async () => {
  const { keys, questions, judged, add } = lookup();
  add('a');
  add('b');
  await keys.end({ ...DURING, hasLedger: false });
  expect(judged).toMatchObject([{ label: 'a' }, { label: 'b' }]);
  expect(questions).toEqual([]);
});

test('effect lookup: groups of jobs pass, and of more than 5000 keys the first is judged without effects', () => {
  const { keys, judged, add } = lookup();
  expect(keys.holds({ group: { kind: 'job', series: { label: 'j', exchanges: [] } } })).toBe(false);
  for (let key = 0; key < 5001; key += 1) add(`${key}`);
  expect(judged).toMatchObject([{ label: '0' }]);
});

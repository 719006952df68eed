import { expect, test } from 'vitest';
import type { History, Played } from '../../src/conformance/evidence.ts';
import { historyKeys } from '../../src/conformance/rules/history.ts';
import { seeded } from '../../src/input/seeded.ts';
import { chat, refused, unanswered } from '../conformance/rules/idempotency/retries.ts';
import { EXPECT } from '../support/judge-reference.ts';

/** What was answered: a result by its id, a refusal of another content, a conflict, or nothing. */
type Outcome = 'a' | 'b' | 'refused' | 'conflict' | 'lost';

/** A request with the one key of its history; all times of a history differ. */
interface Call {
  readonly content: string;
  readonly outcome: Outcome;
  readonly sendMs: number;
  readonly endMs: number;
}

const SETTINGS = { ...EXPECT, inFlightStatus: [409], replayLagMs: 0 };

function findingsIn(calls: readonly Call[]) {
  const played = calls.map(({ content, outcome, ...timing }, step): Played => {
    return {
      step,
      send: 'chat',
      label: content,
      expected: 'accepted',
      kind: content,
      meaning: content,
      mayFail: false,
      word: content,
      changes: [],
      key: 'k',
      exchange: { ...exchangeOf(outcome), timing: { intendedMs: timing.sendMs, ...timing } },
    };
  });
  const history: History = {
    label: 'one key',
    exchanges: played.map(({ exchange }) => exchange),
    played,
    accepted: new Set(),
  };
  return [...historyKeys.judge(history, SETTINGS)];
}

function exchangeOf(outcome: Outcome) {
  switch (outcome) {
    case 'lost':
      return unanswered();
    case 'refused':
      return refused(422);
    case 'conflict':
      return refused(409);
    default:
      return chat(outcome);
  }
}

/** Whose the key is, with the result; undefined while the result is not known. */
interface State {
  readonly content: string;
  readonly id: string | undefined;
}

/** Whether some order of the effects explains all answers: tries all orders. */
function isExplained(calls: readonly Call[]): boolean {
  return tryAll(calls, calls, undefined);
}

function tryAll(all: readonly Call[], left: readonly Call[], state: State | undefined): boolean {
  // What is lost may never have an effect.
  if (left.every(({ outcome }) => outcome === 'lost')) return true;
  const canBeNext = (call: Call) =>
    left.every(({ outcome, endMs }) => outcome === 'lost' || endMs > call.sendMs);
  const isReleased = state !== undefined && state.id === undefined;
  if (isReleased && tryAll(all, left, undefined)) return true;
  return left.filter(canBeNext).some((call) => {
    const rest = left.filter((each) => each !== call);
    return statesAfter(all, call, state).some((next) => tryAll(all, rest, next));
  });
}

/** The states in which an answer may leave the key; none where it cannot be given. */
function statesAfter(
  all: readonly Call[],
  { content, outcome, sendMs, endMs }: Call,
  state: State | undefined,
): readonly (State | undefined)[] {
  const isOther = state !== undefined && state.content !== content;
  switch (outcome) {
    case 'lost':
      return state === undefined ? [state, { content, id: undefined }] : [state];
    case 'refused':
      return isOther ? [state] : [];
    case 'conflict': {
      // An abandoned or another request may be in flight.
      const mayBeInFlight = all.some(
        (each) =>
          each.sendMs !== sendMs &&
          each.sendMs < endMs &&
          (each.endMs > sendMs || each.outcome === 'lost' || each.content !== content),
      );
      return mayBeInFlight ? [state] : [];
    }
    default: {
      if (isOther || (state?.id !== undefined && state.id !== outcome)) return [];
      return [{ content, id: outcome }];
    }
  }
}

function randomCalls(random: () => number): readonly Call[] {
  const pick = <T>(...values: readonly [T, ...T[]]): T =>
    values[Math.floor(random() * values.length)] ?? values[0];
  return Array.from({ length: 2 + Math.floor(random() * 4) }, () => {
    const sendMs = random() * 100;
    return {
      content: pick('one', 'one', 'other'),
      outcome: pick<Outcome>('a', 'a', 'a', 'a', 'b', 'refused', 'refused', 'conflict', 'lost'),
      sendMs,
      endMs: sendMs + random() * 60,
    };
  });
}

test('history-keys: judges 10 000 small histories as one who tries all orders does', () => {
  const random = seeded(37);
  const verdicts = { good: 0, bad: 0 };
  for (let round = 0; round < 10_000; round += 1) {
    const calls = randomCalls(random);
    const isGood = isExplained(calls);
    expect(findingsIn(calls).length === 0, JSON.stringify(calls, null, 1)).toBe(isGood);
    verdicts[isGood ? 'good' : 'bad'] += 1;
  }
  expect(Math.min(verdicts.good, verdicts.bad)).toBeGreaterThan(1000);
});

test('history-keys: judges 200 requests with one key in less than a second', () => {
  const calls = Array.from({ length: 200 }, (_, at): Call => {
    const outcome = at % 3 === 0 ? 'lost' : at % 2 === 0 ? 'a' : 'conflict';
    return { content: 'one', outcome, sendMs: at, endMs: at + 50 };
  });
  const startMs = performance.now();

  expect(findingsIn(calls)).toEqual([]);
  expect(performance.now() - startMs).toBeLessThan(1000);
});

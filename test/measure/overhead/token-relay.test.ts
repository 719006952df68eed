import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { addedTimes, relayedTokens } from '../../../src/measure/overhead/added-times.ts';
import { TokenDelays, tokenFigures } from '../../../src/measure/overhead/token-figures.ts';
import { Sample } from '../../../src/measure/sample.ts';
import { type Arrival, answer, event, stream } from '../../conformance/rules/exchanges.ts';
import { call } from '../../conformance/rules/relays.ts';

/** The upstream wrote three tokens, 10 ms apart, on the clock of the caller. */
const served = call({
  request: { receivedMs: 102 },
  answer: {
    text: 'one two three ',
    tokens: [
      { characters: 4, atMs: 110 },
      { characters: 8, atMs: 120 },
      { characters: 14, atMs: 130 },
    ],
  },
});

function chunk(content: string): string {
  return event({ choices: [{ index: 0, delta: { content } }] });
}

/** A stream that was requested at 100 ms. */
function received(arrivals: readonly Arrival[]): Exchange {
  const exchange = stream(arrivals);
  const timing = { ...exchange.timing, sendMs: 100, endMs: 140, tokensMs: [111] };
  return { ...exchange, timing };
}

function relayOf(arrivals: readonly Arrival[]) {
  return relayedTokens({ exchange: received(arrivals), call: served, sharesClock: true });
}

function delaysOf(arrivals: readonly Arrival[]): readonly number[] | undefined {
  return relayOf(arrivals)?.relayMs;
}

describe('the delay of each token', () => {
  test('is the time from its write to its read', () => {
    const arrivals: Arrival[] = [
      [chunk('one '), 11],
      [chunk('two '), 22],
      [chunk('three '), 33],
    ];
    expect(delaysOf(arrivals)).toEqual([1, 2, 3]);
    expect(relayOf(arrivals)?.reads).toBe(3);
  });

  test('ends with the event into which the gateway merges several tokens', () => {
    expect(
      delaysOf([
        [chunk('one two '), 22],
        [chunk('three '), 33],
      ]),
    ).toEqual([12, 2, 3]);
  });

  test('ends with the last part of a token that the gateway splits', () => {
    expect(
      delaysOf([
        [chunk('o'), 11],
        [chunk('ne tw'), 13],
        [chunk('o '), 22],
        [chunk('three '), 33],
      ]),
    ).toEqual([3, 2, 3]);
  });

  test('counts two events that came in one read as one read', () => {
    const arrivals: Arrival[] = [
      [`${chunk('one ')}${chunk('two ')}`, 22],
      [chunk('three '), 33],
    ];
    expect(relayOf(arrivals)).toMatchObject({ reads: 2 });
  });

  test('is unknown where the gateway changed the text', () => {
    expect(delaysOf([[chunk('one TWO three '), 33]])).toBeUndefined();
    expect(delaysOf([[chunk('one '), 11]])).toBeUndefined();
  });

  test('is not a figure where both ends have clocks of their own, but the reads are', () => {
    const exchange = received([[chunk('one two three '), 33]]);
    expect(addedTimes({ exchange, call: served, sharesClock: false }).tokens).toEqual({
      count: 3,
      reads: 1,
    });
  });
});

test('the figures of tokens: tokens for each read, and delays by the place in the stream', () => {
  const merged = received([[chunk('one two three '), 33]]);
  const apart = received([
    [chunk('one '), 11],
    [chunk('two '), 22],
    [chunk('three '), 33],
  ]);
  const side = (exchange: Exchange) => {
    const [streams, delays] = [new Sample(), new TokenDelays()];
    const added = addedTimes({ exchange, call: served, sharesClock: true });
    for (let count = 0; count < 20; count += 1) {
      streams.addRelay(added);
      delays.add(added);
    }
    return { streams, delays };
  };
  const { perRead, places } = tokenFigures(side(apart), side(merged)) ?? {};
  expect(perRead).toEqual({ floor: 1, through: 3 });
  expect(places?.map(({ floor, through }) => [floor.p50, through.p50])).toEqual([
    [expect.closeTo(1, 1), expect.closeTo(23, 0)],
    [expect.closeTo(2, 1), expect.closeTo(13, 0)],
    [expect.closeTo(3, 1), expect.closeTo(3, 1)],
  ]);
  expect(places?.[0]?.floor.p90).toBeUndefined();
});

test('the figures of tokens: without streams there are none', () => {
  const none = { streams: new Sample(), delays: new TokenDelays() };
  expect(tokenFigures(none, none)).toBeUndefined();
});

/** Received at 5 ms, first content at 25 ms, last write at 75 ms, on another clock. */
const answered = call({
  request: { receivedMs: 5 },
  answer: {
    tokens: [{ characters: 1, atMs: 25 }],
    writes: [
      { endOffset: 1, atMs: 25 },
      { endOffset: 9, atMs: 75 },
    ],
  },
});

test.each([
  ['a stream', { sendMs: 1000, tokensMs: [1023, 1050], endMs: 1078 }, { ttftMs: 3, e2eMs: 8 }],
  ['a body, which has no first token', { sendMs: 1000, endMs: 1072 }, { e2eMs: 2 }],
])(
  'added times of %s are the difference of both durations, whatever the clocks',
  (_, timing, added) => {
    const exchange = { ...answer({}), timing: { intendedMs: 1000, ...timing } };
    expect(addedTimes({ exchange, call: answered, sharesClock: false })).toEqual(added);
  },
);

test('added times: with one clock, the way of the request to the upstream is known', () => {
  const exchange = { ...answer({}), timing: { intendedMs: 3, sendMs: 3, endMs: 80 } };
  expect(addedTimes({ exchange, call: answered, sharesClock: true })).toMatchObject({
    forwardMs: 2,
  });
});

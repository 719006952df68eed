import { describe, expect, test } from 'vitest';
import { type Exchange, mediaType } from '../../../src/exchange/exchange.ts';
import { noncesIn } from '../../../src/exchange/upstream/nonces.ts';
import { asked, type Harvest, harvestReference, said } from './load-run.ts';

/** Every frame came, every arrival started, and the scenario threw nothing. */
function expectWhole({ result, exchanges, groups }: Harvest): void {
  expect(result.scriptErrors).toEqual({ count: 0, first: [] });
  expect(result.end).toMatchObject({
    exchanges: exchanges.length,
    notStarted: 0,
    interrupted: 0,
    droppedBodies: 0,
    droppedTimings: 0,
  });
  expect(result).toMatchObject({ lost: 0, interrupted: false, exchanges: exchanges.length });
  expect(groups.notJudged).toBe(0);
}

function operationsOf(exchanges: readonly Exchange[]): string[] {
  return [...new Set(exchanges.map(({ operation }) => operation))].toSorted();
}

function statusesOf(exchanges: readonly Exchange[]): number[] {
  return [...new Set(exchanges.map(({ answer }) => answer?.status ?? 0))].toSorted();
}

describe.concurrent('scenarios of one request', () => {
  test.each([
    ['chat', 'chat', 'application/json'],
    ['chat-stream', 'chat', 'text/event-stream'],
    ['responses', 'responses', 'application/json'],
    ['responses-stream', 'responses', 'text/event-stream'],
    ['images', 'images', 'application/json'],
  ] as const)(
    '%s: 2 s at 20/s give 40 whole answers of its kind',
    async (scenario, operation, type) => {
      const harvest = await harvestReference({ scenario, echoShare: 0.5 });
      expectWhole(harvest);
      const { exchanges } = harvest;
      expect(exchanges.length).toBeGreaterThanOrEqual(39);
      expect(exchanges.length).toBe(harvest.result.end?.started);
      expect(operationsOf(exchanges)).toEqual([operation]);
      for (const exchange of exchanges) {
        expect(exchange).toMatchObject({ sender: scenario, outcome: 'answered', attempt: 1 });
        expect(exchange.answer?.status, said(exchange)).toBe(200);
        expect(mediaType(exchange.answer?.headers ?? [])).toBe(type);
        expect(noncesIn(asked(exchange)).size).toBe(1);
        expect(exchange.timing.intendedMs).toBeLessThanOrEqual(exchange.timing.sendMs);
        expect((exchange.timing.tokensMs ?? []).length > 0).toBe(type === 'text/event-stream');
      }
      const words = exchanges.map((exchange) => [...noncesIn(asked(exchange))].join());
      expect(new Set(words).size).toBe(exchanges.length);
    },
  );

  test('chat-stream: an echoing model repeats the nonce of its share of the requests', async () => {
    const { exchanges } = await harvestReference({ scenario: 'chat-stream', echoShare: 0.5 });
    const echoed = exchanges.filter((exchange) => asked(exchange).includes('"ref-echo"'));
    expect(echoed.length).toBeGreaterThan(exchanges.length / 5);
    expect(echoed.length).toBeLessThan((exchanges.length * 4) / 5);
    for (const exchange of echoed) {
      const [word = 'none'] = noncesIn(asked(exchange));
      expect(said(exchange)).toContain(word);
    }
  });
});

describe.concurrent('transcription-upload', () => {
  test('transcription-upload: each size of file arrives with that many bytes', async () => {
    const harvest = await harvestReference({
      scenario: 'transcription-upload',
      arrivalRate: '10/s',
      uploads: { small: 1, large: 1, maximum: 1 },
    });
    expectWhole(harvest);
    const sizes = harvest.exchanges.map(({ request: { body } }) =>
      body.kind === 'multipart' ? body.files[0]?.sizeBytes : undefined,
    );
    expect(new Set(sizes)).toEqual(new Set([32_044, 5 * 1024 * 1024, 26_214_400]));
    // The end of the load cuts what a busy machine still sends.
    const answered = harvest.exchanges.filter(({ answer }) => answer !== undefined);
    expect(statusesOf(answered)).toEqual([200]);
    expect(operationsOf(harvest.exchanges)).toEqual(['transcription']);
  });

  test('transcription-upload: an upload that is sent again has one key and one answer', async () => {
    const harvest = await harvestReference({ scenario: 'transcription-upload', seed: 3 });
    expectWhole(harvest);
    expect(harvest.series.length).toBeGreaterThan(0);
    for (const { label, exchanges } of harvest.series) {
      expect(exchanges.map(({ attempt }) => attempt)).toEqual([1, 2]);
      expect(keysOf(exchanges)).toEqual([label]);
      expect(new Set(exchanges.map(said)).size).toBe(1);
    }
  });
});

describe.concurrent('idempotent-retry', () => {
  test('idempotent-retry: every key is a group with one result; retries come after success, in flight and after a drop', async () => {
    const harvest = await harvestReference({ scenario: 'idempotent-retry', arrivalRate: '30/s' });
    expectWhole(harvest);
    expect(harvest.series).toHaveLength(harvest.result.end?.started ?? 0);
    expect(operationsOf(harvest.exchanges)).toEqual([
      'chat',
      'images',
      'responses',
      'video-create',
    ]);
    for (const { label, exchanges } of harvest.series) {
      expect(exchanges.length).toBeGreaterThanOrEqual(2);
      expect(keysOf(exchanges)).toEqual([label]);
      expect(new Set(exchanges.map(asked)).size).toBe(1);
      expect(idsOf(exchanges).length).toBeLessThanOrEqual(1);
      expect(exchanges.at(-1)?.outcome).toBe('answered');
    }
    const { series } = harvest;
    const dropped = series.filter(({ exchanges }) => exchanges[0]?.outcome === 'aborted');
    const together = series.filter(({ exchanges }) => overlap(exchanges));
    const inTurn = series.filter(
      ({ exchanges }) =>
        !overlap(exchanges) && exchanges.every(({ outcome }) => outcome === 'answered'),
    );
    expect(dropped.length).toBeGreaterThan(2);
    expect(together.length).toBeGreaterThan(5);
    expect(inTurn.length).toBeGreaterThan(5);
  });
});

describe.concurrent('video-poll-cancel', () => {
  test('video-poll-cancel: jobs are polled at the scheduled times to their end or cancelled, each a group', async () => {
    const harvest = await harvestReference({ scenario: 'video-poll-cancel', duration: '3s' });
    expectWhole(harvest);
    expect(harvest.series).toHaveLength(harvest.result.end?.started ?? 0);
    expect(statusesOf(harvest.exchanges)).toEqual([200]);
    const last = harvest.series.map(({ exchanges }) => statusOf(exchanges.at(-1)));
    expect(new Set(last)).toEqual(new Set(['completed', 'cancelled']));
    for (const { exchanges } of harvest.series) {
      expect(exchanges[0]?.operation).toBe('video-create');
      expect(exchanges.map(({ attempt }) => attempt)).toEqual(
        exchanges.map((_, index) => index + 1),
      );
      expect(idsOf(exchanges)).toHaveLength(1);
    }
    const reads = harvest.exchanges.filter(({ operation }) => operation === 'video-read');
    const lateMs = reads
      .map(({ timing }) => timing.sendMs - timing.intendedMs)
      .toSorted((a, b) => a - b);
    expect(reads.length).toBeGreaterThan(20);
    expect(lateMs[0]).toBeGreaterThanOrEqual(-1);
    // Between two polls are 40 ms.
    expect(lateMs[Math.floor(lateMs.length / 2)]).toBeLessThan(40);
  });
});

describe.concurrent('tool-loop', () => {
  test('tool-loop: each chat calls the function, and its result comes back under the id of the call', async () => {
    const harvest = await harvestReference({ scenario: 'tool-loop', arrivalRate: '10/s' });
    expectWhole(harvest);
    const loops = [...Map.groupBy(harvest.exchanges, wordOf).values()];
    expect(loops).toHaveLength(harvest.result.end?.started ?? 0);
    for (const loop of loops) {
      const [call, answer] = loop.toSorted((a, b) => a.timing.sendMs - b.timing.sendMs);
      if (call === undefined || answer === undefined) throw new Error('no answer after the call');
      expect(loop).toHaveLength(2);
      const [id] = /call_\w+/.exec(said(call)) ?? [];
      expect(id).toBeDefined();
      const messages = messagesOf(answer);
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
      expect(messages[2]).toMatchObject({ tool_call_id: id });
      expect(messages[1]).toMatchObject({
        tool_calls: [
          {
            id,
            type: 'function',
            function: { name: 'get_weather', arguments: expect.stringContaining('"city"') },
          },
        ],
      });
      expect(call.timing.lastArgumentMs).toBe(call.timing.tokensMs?.at(-1));
      expect(call.timing.tokensMs?.length).toBeGreaterThan(1);
      expect(answer.timing).not.toHaveProperty('lastArgumentMs');
      expect(answerText(answer)).not.toBe('');
    }
  });

  test('tool-loop: a chat that calls nothing is the whole turn', async () => {
    const harvest = await harvestReference(
      { scenario: 'tool-loop' },
      { faults: ['chat-tools-ignored'] },
    );
    expectWhole(harvest);
    expect(harvest.exchanges).toHaveLength(harvest.result.end?.started ?? 0);
  });
});

describe.concurrent('abandon', () => {
  test('abandon: clients disconnect in the middle of streams, on purpose', async () => {
    const harvest = await harvestReference({ scenario: 'abandon' }, { itlMs: 20 });
    expectWhole(harvest);
    const outcomes = new Set(harvest.exchanges.map(({ outcome }) => outcome));
    expect(outcomes.isSubsetOf(new Set(['aborted', 'answered']))).toBe(true);
    const cut = harvest.exchanges.filter(({ outcome }) => outcome === 'aborted');
    expect(cut.length).toBeGreaterThan(harvest.exchanges.length / 2);
    expect(cut.some(({ timing }) => (timing.tokensMs ?? []).length > 0)).toBe(true);
  });
});

describe.concurrent('chat-session', () => {
  test('chat-session: each turn sends all previous messages and answers, after the time to think', async () => {
    const harvest = await harvestReference({
      scenario: 'chat-session',
      arrivalRate: '5/s',
      sessions: { turns: 3, think: '200ms' },
    });
    expectWhole(harvest);
    const sessions = sessionsOf(harvest.exchanges);
    expect(sessions).toHaveLength(harvest.result.end?.started ?? 0);
    expect(new Set(sessions.map(formsOf))).toEqual(
      new Set(['application/json', 'text/event-stream']),
    );
    for (const turns of sessions) {
      expect(turns).toHaveLength(3);
      for (const [index, turn] of turns.entries()) {
        const messages = messagesOf(turn);
        expect(messages.map(({ role }) => role)).toEqual(
          ['system', 'user', 'assistant', 'user', 'assistant', 'user'].slice(0, 2 * index + 2),
        );
        const before = turns[index - 1];
        if (before === undefined) continue;
        expect(messages.slice(0, -2)).toEqual(messagesOf(before));
        expect(messages.at(-2)?.content).toBe(answerText(before));
        const pauseMs = turn.timing.intendedMs - before.timing.endMs;
        expect(pauseMs).toBeGreaterThanOrEqual(100);
        expect(pauseMs).toBeLessThan(2000);
      }
    }
  });

  test('chat-session: a turn that fails is the last', async () => {
    const harvest = await harvestReference(
      { scenario: 'chat-session', arrivalRate: '10/s', sessions: { turns: 6, think: '0s' } },
      { variants: ['rate-limited'] },
    );
    expectWhole(harvest);
    const sessions = sessionsOf(harvest.exchanges);
    const failed = sessions.filter((turns) => turns.some((turn) => turn.answer?.status === 429));
    expect(failed.length).toBeGreaterThan(1);
    for (const turns of failed) expect(turns.at(-1)?.answer?.status).toBe(429);
    expect(sessions.some((turns) => turns.length === 6)).toBe(true);
  });
});

describe.concurrent('slow-reader', () => {
  test('slow-reader: a stream is read to its end, no faster than the pace, and is marked', async () => {
    const harvest = await harvestReference(
      { scenario: 'slow-reader', arrivalRate: '5/s', slowReaders: { bytesPerSecond: 20_000 } },
      { itlMs: 0 },
    );
    expectWhole(harvest);
    expect(operationsOf(harvest.exchanges)).toEqual(['chat', 'responses']);
    for (const { outcome, answer, timing } of harvest.exchanges) {
      expect(outcome).toBe('answered');
      expect(timing.readBytesPerSecond).toBe(20_000);
      // The pause after the last piece is not visible.
      const leastMs = ((answer?.sizeBytes ?? 0) / 20_000) * 1000 - 100;
      expect(timing.endMs - timing.sendMs).toBeGreaterThanOrEqual(leastMs);
    }
  });

  test('slow-reader: the client disconnects from an answer that takes too long', async () => {
    const harvest = await harvestReference({
      scenario: 'slow-reader',
      arrivalRate: '5/s',
      slowReaders: { bytesPerSecond: 1000, disconnectAfter: '500ms' },
    });
    expectWhole(harvest);
    const outcomes = new Set(harvest.exchanges.map(({ outcome }) => outcome));
    expect(outcomes).toEqual(new Set(['aborted']));
  });
});

interface Message {
  readonly role: string;
  readonly content: string;
}

function messagesOf(exchange: Exchange): readonly Message[] {
  return JSON.parse(asked(exchange)).messages;
}

/** The turns of each session: the word of its first question is in all of them. */
function sessionsOf(exchanges: readonly Exchange[]): Exchange[][] {
  const sessions = Map.groupBy(exchanges, (exchange) => messagesOf(exchange)[1]?.content ?? '');
  return [...sessions.values()].map((turns) =>
    turns.toSorted((a, b) => a.timing.sendMs - b.timing.sendMs),
  );
}

function formsOf(turns: readonly Exchange[]): string {
  const types = turns.map(({ answer }) => mediaType(answer?.headers ?? []));
  return [...new Set(types)].join();
}

function answerText(exchange: Exchange): string {
  const body = said(exchange);
  const parts = [...body.matchAll(/"content":"((?:[^"\\]|\\.)*)"/g)];
  return parts.map(([, text]) => JSON.parse(`"${text ?? ''}"`)).join('');
}

function keysOf(exchanges: readonly Exchange[]): string[] {
  const keys = exchanges.flatMap(({ request }) =>
    request.headers.filter(([name]) => name === 'idempotency-key').map(([, key]) => key),
  );
  return [...new Set(keys)];
}

/** The ids that whole, successful answers carry; images have none. */
function idsOf(exchanges: readonly Exchange[]): string[] {
  const whole = exchanges.filter(
    ({ outcome, answer }) => outcome === 'answered' && (answer?.status ?? 0) < 300,
  );
  const ids = whole.map((exchange) => /"id":\s*"([^"]+)"/.exec(said(exchange))?.[1] ?? '');
  return [...new Set(ids.filter((id) => id !== ''))];
}

function wordOf(exchange: Exchange): string {
  return [...noncesIn(asked(exchange))].join();
}

function statusOf(exchange: Exchange | undefined): string | undefined {
  return /"status":\s*"([^"]+)"/.exec(exchange === undefined ? '' : said(exchange))?.[1];
}

function overlap(exchanges: readonly Exchange[]): boolean {
  return exchanges.some((exchange, index) => {
    const next = exchanges[index + 1];
    return next !== undefined && next.timing.sendMs < exchange.timing.endMs;
  });
}

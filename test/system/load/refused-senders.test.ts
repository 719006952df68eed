import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type Exchange, header } from '../../../src/exchange/exchange.ts';
import { type Harvest, harvest } from './load-run.ts';

/** Longer than clients that disconnect wait. */
const HELD_MS = 150;

const SUCCESS: Reply = { status: 200 };
const REFUSAL: Reply = { status: 429, retryAfter: () => '1', waitMs: 1000 };
const QUICK = { backoff: '20ms', longestWait: '5s' };

interface Reply {
  readonly status: number;
  readonly retryAfter?: () => string;
  /** The next request must wait at least this long. */
  readonly waitMs?: number;
}

/** The reply to the nth request of a key or job, `earlier` counted from 0. */
type Behave = (request: IncomingMessage, earlier: number) => Reply;

/** Runs a workload against a gateway whose answers state when the next request may come. */
async function sentTo(
  behave: Behave,
  workload: Parameters<typeof harvest>[0],
): Promise<Harvest['series']> {
  const seen = new Map<string, number>();
  const server = createServer((request, response) => {
    request.resume();
    const arrived = Date.now();
    const thread = String(request.headers['idempotency-key'] ?? request.url);
    const earlier = seen.get(thread) ?? 0;
    seen.set(thread, earlier + 1);
    const { status, retryAfter, waitMs = 0 } = behave(request, earlier);
    setTimeout(() => {
      const after = retryAfter?.();
      const ready = after?.endsWith('GMT') === true ? Date.parse(after) : Date.now() + waitMs;
      response.writeHead(status, {
        'content-type': 'application/json',
        'x-arrived': arrived,
        'x-ready': ready,
        ...(after !== undefined && { 'retry-after': after }),
      });
      response.end('{"id":"job-1","status":"in_progress"}');
    }, HELD_MS);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  try {
    const { result, series, groups } = await harvest(
      { duration: '1s', ...workload },
      { address: `http://127.0.0.1:${address.port}`, keys: { first: 'ref_live_1' } },
    );
    expect(result.scriptErrors.count).toBe(0);
    expect(groups.notJudged).toBe(0);
    return series;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** One key for each of the arrivals, in each of the three forms. */
async function retriesAt(
  behave: Behave,
  retries: Readonly<Record<string, string | number>> = {},
): Promise<Harvest['series']> {
  const series = await sentTo(behave, {
    scenario: 'idempotent-retry',
    retries: { ...QUICK, ...retries },
  });
  expect(series.length).toBeGreaterThanOrEqual(19);
  return series;
}

/** By how many ms requests came before the time that an earlier answer of their series stated. */
function earlyBy(all: Harvest['series']): readonly number[] {
  return (
    pairs(all)
      .map(([before, after]) => headerOf(before, 'x-ready') - headerOf(after, 'x-arrived'))
      // The two clocks tick in whole ms.
      .filter((earlyMs) => earlyMs > 2)
  );
}

/** Each answered exchange of a series, paired with each answered one that was sent after its end. */
function pairs(all: Harvest['series']): readonly (readonly [before: Exchange, after: Exchange])[] {
  return all.flatMap(({ exchanges }) => {
    const answered = exchanges.filter(({ outcome }) => outcome === 'answered');
    return answered.flatMap((after) =>
      answered
        .filter(({ timing }) => timing.endMs <= after.timing.sendMs)
        .filter((before) => !isTogether(before, after))
        .map((before) => [before, after] as const),
    );
  });
}

function isTogether({ timing: one }: Exchange, { timing: other }: Exchange): boolean {
  return one.intendedMs === other.intendedMs;
}

function headerOf(exchange: Exchange, name: string): number {
  return Number(header(exchange.answer?.headers ?? [], name));
}

function statuses({ exchanges }: Harvest['series'][number]): readonly number[] {
  return exchanges.map(({ answer }) => answer?.status ?? 0);
}

function numbersSent(all: Harvest['series']): Set<number> {
  return new Set(all.map(({ exchanges }) => exchanges.length));
}

describe.concurrent('idempotent-retry at a gateway that refuses', () => {
  test.each([
    ['a header in seconds', REFUSAL],
    [
      'a header with a date',
      { status: 503, retryAfter: () => new Date(Date.now() + 1999).toUTCString() },
    ],
    ['no header, so that the backoff applies', { status: 500, waitMs: 100 }],
  ] as const)(
    'idempotent-retry: no request under a key comes too early after a refusal with %s',
    async (_, reply) => {
      const series = await retriesAt(() => reply, { backoff: '200ms' });
      expect(pairs(series).length).toBeGreaterThan(50);
      expect(earlyBy(series)).toEqual([]);
      expect(numbersSent(series)).toEqual(new Set([6]));
    },
  );

  test('idempotent-retry: a Retry-After beyond the longest wait ends a key', async () => {
    const series = await retriesAt(() => ({ status: 429, retryAfter: () => '30' }));
    expect(pairs(series)).toEqual([]);
    // One, one after an aborted request, or some together.
    expect(numbersSent(series)).toEqual(new Set([1, 2, 4]));
  });

  test.each([
    [{ attempts: 1, together: 4 }, 1],
    [{ attempts: 5, together: 3 }, 5],
  ])(
    'idempotent-retry: with %j a key has %i requests, including concurrent ones',
    async (limits, most) => {
      const failed = await retriesAt(() => ({ status: 500, retryAfter: () => '0' }), limits);
      expect(numbersSent(failed)).toEqual(new Set([most]));
      const served = await retriesAt(() => SUCCESS, limits);
      expect(Math.max(...numbersSent(served))).toBeLessThanOrEqual(most);
    },
  );

  test('idempotent-retry: after one success among refusals, the replay waits and is then sent', async () => {
    const series = await retriesAt((_, earlier) => (earlier % 4 === 0 ? SUCCESS : REFUSAL));
    expect(earlyBy(series)).toEqual([]);
    const raced = series.filter(({ exchanges: [first, second] }) => {
      return first !== undefined && second !== undefined && isTogether(first, second);
    });
    expect(raced.length).toBeGreaterThan(0);
    for (const key of raced) {
      expect(statuses(key).slice(0, 4).toSorted()).toEqual([200, 429, 429, 429]);
      expect(statuses(key).slice(4)).toEqual([200]);
    }
  });

  test('idempotent-retry: a replay that is refused is sent again', async () => {
    const series = await retriesAt((_, earlier) => (earlier === 1 ? REFUSAL : SUCCESS), {
      together: 2,
    });
    expect(earlyBy(series)).toEqual([]);
    const whole = series.filter(({ exchanges: [first] }) => first?.outcome === 'answered');
    expect(whole.length).toBeGreaterThan(5);
    for (const key of whole) {
      expect(statuses(key).slice(0, 2).toSorted()).toEqual([200, 429]);
      expect(new Set(statuses(key).slice(2))).toEqual(new Set([200]));
    }
  });

  test('idempotent-retry: a request that cannot succeed is never sent again', async () => {
    const series = await retriesAt(() => ({ status: 400 }));
    expect(pairs(series)).toEqual([]);
  });
});

describe.concurrent('other scenarios at a gateway that refuses', () => {
  test('transcription-upload: an upload that was refused is not sent again', async () => {
    const series = await sentTo(() => REFUSAL, {
      scenario: 'transcription-upload',
      duration: '2s',
      seed: 3,
      uploads: { small: 1, large: 0, maximum: 0 },
    });
    expect(series.length).toBeGreaterThan(0);
    expect(numbersSent(series)).toEqual(new Set([1]));
  });

  test('video-poll-cancel: polls and cancels wait for a Retry-After', async () => {
    const series = await sentTo(({ method }) => (method === 'POST' ? SUCCESS : REFUSAL), {
      scenario: 'video-poll-cancel',
    });
    expect(pairs(series).length).toBeGreaterThan(50);
    expect(earlyBy(series)).toEqual([]);
    for (const { exchanges } of series) {
      expect(exchanges.length).toBeGreaterThan(2);
      for (const { timing } of exchanges) {
        expect(timing.sendMs).toBeGreaterThanOrEqual(timing.intendedMs);
      }
    }
  });

  test('video-poll-cancel: a Retry-After beyond the deadline of the job ends it', async () => {
    const reply = { status: 429, retryAfter: () => '30' };
    const series = await sentTo(({ method }) => (method === 'POST' ? SUCCESS : reply), {
      scenario: 'video-poll-cancel',
    });
    expect(series.map(statuses)).toEqual(series.map(() => [200, 429]));
    expect(series.length).toBeGreaterThan(10);
  });
});

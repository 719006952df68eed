import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createReferenceServer, type ReferenceOptions } from '../../../reference-server/server.ts';
import type { Expectations } from '../../../src/conformance/expectations.ts';
import type { ProbeGateway } from '../../../src/conformance/gateway.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import {
  billableRequest,
  chatRequest,
  responsesRequest,
  transcriptionRequest,
} from '../../../src/conformance/requests/plain.ts';
import type { Probe } from '../../../src/conformance/rule.ts';
import { gather } from '../../../src/conformance/run/run-probes.ts';
import {
  createProbeGateways,
  type ProbeGateways,
} from '../../../src/conformance/sending/live-gateway.ts';
import { MalformedRequest } from '../../../src/conformance/sending/well-formed-request.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { closedOrigin, tcpServer } from '../../support/tcp-server.ts';

const FIRST = 'ref_live_0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const SECOND = 'ref_live_zYxWvUtSrQpOnMlKjIhGfEdCbA987654';
const EXPECT = resolveProfile(referenceProfile, []).expect;
const PROBE = { name: 'a-probe' };
const HALF_AN_ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf';

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

interface Session extends ProbeGateways {
  readonly recorded: Exchange[];
}

function sessionFor(
  address: string,
  options: { expect?: Partial<Expectations>; signal?: AbortSignal; seed?: number } = {},
): Session {
  const recorded: Exchange[] = [];
  const gateways = createProbeGateways({
    address,
    keys: { first: FIRST, second: SECOND },
    expect: { ...EXPECT, ...options.expect },
    seed: options.seed ?? 1,
    onExchange: (exchange) => recorded.push(exchange),
    ...(options.signal && { signal: options.signal }),
  });
  open.push(() => gateways.close());
  return { ...gateways, recorded };
}

async function reference(options: ReferenceOptions = {}): Promise<Session> {
  const server = createReferenceServer({ ...options, keys: [FIRST, SECOND] });
  const { address } = await server.listen();
  open.push(() => server.close(0));
  return sessionFor(address);
}

/** A server that gives its answers in order, the last one forever. */
async function answering(
  ...answers: readonly string[]
): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = [];
  const server = await tcpServer((socket: Socket, request) => {
    asked.push(request);
    socket.end(answers[Math.min(asked.length, answers.length) - 1] ?? '');
  });
  open.push(server.close);
  return { address: server.origin, asked };
}

const answer = (status: string, headers = '') =>
  `HTTP/1.1 ${status}\r\nConnection: close\r\n${headers}Content-Length: 0\r\n\r\n`;

const ledger = (body: string) =>
  `HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

const effectsOf = async ({ ledger: counts }: ProbeGateway, key: string) =>
  (await counts?.effectsOf([key]))?.get(key);
const statuses = (exchanges: readonly Exchange[]) => exchanges.map((one) => one.answer?.status);
const jsonOf = ({ answer: got }: Exchange) => JSON.parse(Buffer.from(got?.body ?? []).toString());

describe('probe gateway: against the reference gateway', () => {
  test('one body, a stream and a form are answered and recorded under the probe', async () => {
    const { gatewayFor, recorded } = await reference();
    const gateway = gatewayFor(PROBE);
    await gateway.send(chatRequest(EXPECT, { prompt: 'hi' }));
    await gateway.send(chatRequest(EXPECT, { prompt: 'hi', stream: true }));
    await gateway.send(transcriptionRequest(EXPECT));
    expect(statuses(recorded)).toEqual([200, 200, 200]);
    expect(recorded.map(({ id, sender, operation }) => [id, sender, operation])).toEqual([
      [1, 'a-probe', 'chat'],
      [2, 'a-probe', 'chat'],
      [3, 'a-probe', 'transcription'],
    ]);
  });

  test('each token of a stream has its time', async () => {
    const { gatewayFor } = await reference({ tokens: 12, itlMs: 10, ttftMs: 30 });
    const { timing } = await gatewayFor(PROBE).send(
      responsesRequest(EXPECT, { prompt: 'hi', stream: true }),
    );
    const [first = 0, ...rest] = timing.tokensMs ?? [];
    expect(rest).toHaveLength(11);
    expect(first - timing.sendMs).toBeGreaterThan(28);
    expect((rest.at(-1) ?? 0) - first).toBeGreaterThan(50);
    expect(timing.coalesced).toBeLessThan(11);
  });

  test('a stream is aborted when the client disconnects after two events', async () => {
    const { gatewayFor } = await reference({ itlMs: 20 });
    const request = chatRequest(EXPECT, { prompt: 'hi', stream: true });
    const exchange = await gatewayFor(PROBE).send({ ...request, disconnectAfterEvents: 2 });
    expect(exchange.outcome).toBe('aborted');
  });

  test('a job is created, read and cancelled by its id', async () => {
    const { gatewayFor } = await reference();
    const gateway = gatewayFor(PROBE);
    const { id } = jsonOf(await gateway.send(billableRequest(EXPECT, 'video-create', 'a cat')));
    const read = await gateway.send({ operation: 'video-read', id });
    const cancelled = await gateway.send({ operation: 'video-cancel', id });
    expect([read.request.method, cancelled.request.method]).toEqual(['GET', 'DELETE']);
    expect([jsonOf(read).id, jsonOf(cancelled).id]).toEqual([id, id]);
  });

  test('the credential is the requested one', async () => {
    const { gatewayFor } = await reference();
    const gateway = gatewayFor(PROBE);
    const request = chatRequest(EXPECT, { prompt: 'hi' });
    const sent = [
      await gateway.send(request),
      await gateway.send({ ...request, credential: 'second' }),
      await gateway.send({ ...request, credential: 'none' }),
      await gateway.send({ ...request, authorization: 'Bearer ref_live_unknown' }),
    ];
    expect(statuses(sent)).toEqual([200, 200, 401, 401]);
    expect(sent.map((one) => one.request.credential)).toEqual(['first', 'second', 'none', 'other']);
  });

  test('an echoed credential comes back as a marker', async () => {
    const { gatewayFor } = await reference({ faults: ['auth-echo-key'] });
    const exchange = await gatewayFor(PROBE).send({
      ...chatRequest(EXPECT, { prompt: 'hi' }),
      authorization: 'Bearer ref_live_00112233445566778899aabbccddeeff',
    });
    expect(Buffer.from(exchange.answer?.body ?? []).toString()).toContain('[sent credential]');
  });

  test('effects are those of a key in the ledger, whose read is not an exchange', async () => {
    const { gatewayFor, recorded } = await reference();
    const gateway = gatewayFor(PROBE);
    await gateway.send(chatRequest(EXPECT, { prompt: 'late work of another request' }));
    expect(await effectsOf(gateway, 'k')).toBe(0);
    await gateway.send({ ...chatRequest(EXPECT, { prompt: 'hi' }), idempotencyKey: 'k' });
    expect(await effectsOf(gateway, 'k')).toBe(1);
    expect(recorded).toHaveLength(2);
  });

  test('one key raced by ten gives one result', async () => {
    const { gatewayFor, recorded } = await reference();
    const request = {
      ...chatRequest(EXPECT, { prompt: 'hi', model: 'ref-slow' }),
      idempotencyKey: 'k',
    };
    const gateway = gatewayFor(PROBE);
    const exchanges = await gateway.together(Array.from({ length: 10 }, () => request));
    const won = exchanges.filter((one) => one.answer?.status === 200);
    expect(new Set(won.map((one) => jsonOf(one).id)).size).toBe(1);
    expect(await effectsOf(gateway, 'k')).toBe(1);
    expect(recorded).toHaveLength(10);
  });

  test('one key raced by ten shows a check-then-set', async () => {
    const { gatewayFor } = await reference({ faults: ['idem-check-then-set'] });
    const request = {
      ...chatRequest(EXPECT, { prompt: 'hi', model: 'ref-slow' }),
      idempotencyKey: 'k',
    };
    const gateway = gatewayFor(PROBE);
    await gateway.together(Array.from({ length: 10 }, () => request));
    expect(await effectsOf(gateway, 'k')).toBeGreaterThan(1);
  });
});

describe('probe gateway: addresses', () => {
  test.each([
    ['/v1', { operation: 'chat' }, 'POST /v1/chat/completions'],
    ['/v1/', { operation: 'video-read', id: 'a/b?c' }, 'GET /v1/videos/a%2Fb%3Fc'],
    ['', { operation: 'video-cancel', id: '$&' }, 'DELETE /videos/%24%26'],
    ['', { operation: 'video-read', path: '/videos/..%2fx' }, 'GET /videos/..%2fx'],
    ['/v1', { operation: 'other', method: 'PUT', path: '/none?x=1' }, 'PUT /v1/none?x=1'],
  ] as const)('under %j, %j is %s', async (prefix, request, line) => {
    const { address, asked } = await answering(answer('200 OK'));
    const exchange = await sessionFor(address + prefix)
      .gatewayFor(PROBE)
      .send(request);
    expect(asked[0]?.split(' HTTP')[0]).toBe(line);
    expect(exchange.request.url).toBe(`${address}${line.split(' ')[1]}`);
  });

  test('headers, key and attempt are those of the request', async () => {
    const { address, asked } = await answering(answer('200 OK'));
    const exchange = await sessionFor(address)
      .gatewayFor(PROBE)
      .send({
        operation: 'chat',
        body: { text: '{', type: 'text/plain' },
        headers: { 'X-Odd': 'Yes' },
        idempotencyKey: 'k1',
        group: { kind: 'key', id: 'k1' },
        attempt: 4,
      });
    expect(asked[0]).toContain('\r\nidempotency-key: k1\r\nx-odd: Yes\r\n');
    expect(asked[0]).toContain('content-type: text/plain\r\n');
    expect(exchange).toMatchObject({ attempt: 4, group: { kind: 'key', id: 'k1' } });
  });
});

describe('probe gateway: a target that returns Retry-After', () => {
  const REQUEST = chatRequest(EXPECT, { prompt: 'hi' });
  const busy = answer('429 Busy', 'Retry-After: 0\r\n');

  test('receives the request again until it answers, and each exchange is recorded', async () => {
    const { address } = await answering(
      busy,
      answer('503 Busy', 'Retry-After: 0\r\n'),
      answer('200 OK'),
    );
    const session = sessionFor(address);
    const exchange = await session.gatewayFor(PROBE).send(REQUEST);
    expect([exchange.answer?.status, exchange.attempt]).toEqual([200, 3]);
    expect(statuses(session.recorded)).toEqual([429, 503, 200]);
  });

  test('receives the request at most three more times', async () => {
    const { address, asked } = await answering(busy);
    const exchange = await sessionFor(address).gatewayFor(PROBE).send(REQUEST);
    expect([exchange.answer?.status, asked.length]).toEqual([429, 4]);
  });

  test('does not receive the request again when the probe sets no retries', async () => {
    const { address, asked } = await answering(busy);
    await sessionFor(address)
      .gatewayFor(PROBE)
      .send({ ...REQUEST, retries: 0 });
    expect(asked).toHaveLength(1);
  });

  test('receives the request again after the time that it states', async () => {
    const { address } = await answering(answer('429 Busy', 'Retry-After: 1\r\n'), answer('200 OK'));
    const session = sessionFor(address);
    await session.gatewayFor(PROBE).send(REQUEST);
    const [first, second] = session.recorded.map(({ timing }) => timing.sendMs);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(990);
  });

  test.each(['3600', new Date(Date.now() + 3_600_000).toUTCString()])(
    'is not waited for beyond the budget: %s',
    async (retryAfter) => {
      const { address, asked } = await answering(
        answer('429 Busy', `Retry-After: ${retryAfter}\r\n`),
      );
      await sessionFor(address).gatewayFor(PROBE).send(REQUEST);
      expect(asked).toHaveLength(1);
    },
  );

  test('receives retries within one budget of waiting time', async () => {
    const { address, asked } = await answering(answer('503 Busy'));
    const session = sessionFor(address, { expect: { retryBudgetMs: 1200 } });
    await session.gatewayFor(PROBE).send(REQUEST);
    expect(asked).toHaveLength(2);
  });

  test('without Retry-After receives the request again after a moment', async () => {
    const { address } = await answering(answer('503 Busy'), answer('200 OK'));
    const session = sessionFor(address);
    expect((await session.gatewayFor(PROBE).send(REQUEST)).answer?.status).toBe(200);
    const [first, second] = session.recorded.map(({ timing }) => timing.sendMs);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(490);
  });
});

describe('probe gateway: a target that is gone', () => {
  test('is one that refuses every connection', async () => {
    const { gatewayFor, targetIsGone, checkTargetAfter } = sessionFor(await closedOrigin());
    const exchange = await gatewayFor(PROBE).send({ operation: 'chat' });
    expect(targetIsGone()).toBe(false);
    await checkTargetAfter([exchange]);
    expect(targetIsGone()).toBe(true);
  });

  test('is not one that resets connections, but answers the liveness check', async () => {
    const server = await tcpServer((socket, request) => {
      if (request.startsWith('POST')) socket.resetAndDestroy();
      else socket.end(answer('404 Not Found'));
    });
    open.push(server.close);
    const { gatewayFor, targetIsGone, checkTargetAfter } = sessionFor(server.origin);
    const gateway = gatewayFor(PROBE);
    for (let count = 0; count < 9; count += 1) {
      await checkTargetAfter([await gateway.send({ operation: 'chat' })]);
    }
    expect(targetIsGone()).toBe(false);
  });

  test('is one that truncated an answer and no longer listens', async () => {
    const { address } = await answering(HALF_AN_ANSWER);
    const { gatewayFor, targetIsGone, checkTargetAfter } = sessionFor(address);
    const exchange = await gatewayFor(PROBE).send({ operation: 'chat' });
    await open.pop()?.();
    await open.pop()?.();
    await checkTargetAfter([exchange]);
    expect(exchange.outcome).toBe('truncated');
    expect(targetIsGone()).toBe(true);
  });

  test('is one that froze: it accepts connections and sends nothing', {
    timeout: 20_000,
  }, async () => {
    const server = await tcpServer(() => {});
    open.push(server.close);
    const { targetIsGone, checkTargetAfter } = sessionFor(server.origin);
    const exchange = await sessionFor(server.origin, { expect: { answerDeadlineMs: 100 } })
      .gatewayFor(PROBE)
      .send({ operation: 'chat' });
    expect(exchange.outcome).toBe('timed-out');
    await checkTargetAfter([exchange]);
    expect(targetIsGone()).toBe(true);
  });

  test('is not one that truncated an answer and still listens', async () => {
    const { address } = await answering(HALF_AN_ANSWER);
    const { gatewayFor, targetIsGone, checkTargetAfter } = sessionFor(address);
    await checkTargetAfter([await gatewayFor(PROBE).send({ operation: 'chat' })]);
    expect(targetIsGone()).toBe(false);
  });
});

describe('probe gateway: the end of the run', () => {
  test('cuts requests in flight and sends no more', async () => {
    const run = new AbortController();
    const server = await tcpServer(() => {});
    open.push(server.close);
    const gateway = sessionFor(server.origin, { signal: run.signal }).gatewayFor(PROBE);
    const during = gateway.send({ operation: 'chat' });
    await sleep(30);
    run.abort();
    expect((await during).outcome).toBe('cut-by-end');
    expect((await gateway.send({ operation: 'chat' })).outcome).toBe('cut-by-end');
  });

  test('ends a sleep', async () => {
    const run = new AbortController();
    const gateway = sessionFor(await closedOrigin(), { signal: run.signal }).gatewayFor(PROBE);
    const started = performance.now();
    setTimeout(() => run.abort(), 30);
    await expect(gateway.sleep(100_000)).rejects.toThrow('interrupted');
    expect(performance.now() - started).toBeLessThan(50_000);
  });
});

describe('probe gateway: effects', () => {
  test('are read under the base address, without a key', async () => {
    const { address, asked } = await answering(ledger('{"effects":{"k":7}}'));
    const gateway = sessionFor(`${address}/v1`).gatewayFor(PROBE);
    expect(await effectsOf(gateway, 'k')).toBe(7);
    expect(asked[0]).toContain('POST /v1/__effects HTTP/1.1');
    expect(asked[0]).not.toContain('authorization');
  });

  test.each([ledger('{"effects":{"k":"7"}}'), ledger('no'), answer('404 Not Found')])(
    'cannot be read from %j',
    async (text) => {
      const { address } = await answering(text);
      expect(await effectsOf(sessionFor(address).gatewayFor(PROBE), 'k')).toBeUndefined();
    },
  );

  test('are unknown, and not requested, without a ledger', async () => {
    const { address, asked } = await answering(ledger('{"effects":{"k":7}}'));
    const session = sessionFor(address, { expect: { ledgerPath: null } });
    expect(await effectsOf(session.gatewayFor(PROBE), 'k')).toBeUndefined();
    expect(asked).toHaveLength(0);
  });
});

const words = (seed: number, probe: string) => {
  const gateway = sessionFor('http://127.0.0.1:9', { seed }).gatewayFor({ name: probe });
  return Array.from({ length: 20 }, () => gateway.nonce());
};

describe('probe gateway: nonces', () => {
  test('are new words', () => {
    expect(new Set(words(1, 'a')).size).toBe(20);
    expect(words(1, 'a')[0]).toMatch(/^n[0-9a-f]{8}$/);
  });

  test('depend only on the seed and the probe', () => {
    expect(words(1, 'a')).toEqual(words(1, 'a'));
    expect(words(1, 'a')).not.toEqual(words(2, 'a'));
    expect(words(1, 'a')).not.toEqual(words(1, 'b'));
  });
});

describe('probe gateway: a request meant to be accepted', () => {
  const good = chatRequest(EXPECT, { prompt: 'hi' });

  test.each([
    ['without messages', { ...good, body: { json: { model: 'm', messages: [] } } }, 'messages'],
    [
      'with a key of 256 characters',
      { ...good, idempotencyKey: 'k'.repeat(256) },
      '256 characters',
    ],
    ['without a credential', { ...good, credential: 'none' }, 'another credential'],
    ['without the id of a job', { operation: 'video-read' }, 'id'],
    [
      'with an image of no size',
      { operation: 'images', body: { json: { model: 'm', prompt: 'p', size: '0x0' } } },
      'size',
    ],
    ['with broken JSON', { ...good, body: { text: '{', type: 'application/json' } }, 'object'],
    ['with JSON as text', { ...good, body: { text: '{}', type: 'application/json' } }, 'model'],
    ['with another media type', { ...good, body: { text: '{}', type: 'text/plain' } }, 'object'],
    ['with two files', transcriptionRequest(EXPECT, { form: { parts: [] } }), 'model'],
  ] as const)('and sent %s is a defect of Assay', async (_, request, message) => {
    const gateway = sessionFor('http://127.0.0.1:9').gatewayFor(PROBE);
    const sent = gateway.send({ ...request, expected: 'accepted' });
    await expect(sent).rejects.toThrow(MalformedRequest);
    await expect(sent).rejects.toThrow(message);
  });

  test('in a race or over one connection is checked too', async () => {
    const gateway = sessionFor('http://127.0.0.1:9').gatewayFor(PROBE);
    const request = { operation: 'chat', expected: 'accepted' } as const;
    await expect(gateway.together([request])).rejects.toThrow(MalformedRequest);
    await expect(gateway.inOrder([request])).rejects.toThrow(MalformedRequest);
  });

  test('and well-formed is sent', async () => {
    const { gatewayFor } = await reference();
    const gateway = gatewayFor(PROBE);
    for (const request of [
      good,
      transcriptionRequest(EXPECT),
      billableRequest(EXPECT, 'video-create', 'p'),
    ]) {
      const exchange = await gateway.send({
        ...request,
        expected: 'accepted',
        idempotencyKey: gateway.nonce(),
      });
      expect(exchange.answer?.status).toBeLessThan(300);
    }
  });
});

test('probe: one that polls when the run is interrupted ends and gathers nothing', async () => {
  const server = createReferenceServer({ keys: [FIRST, SECOND] });
  const { address } = await server.listen();
  open.push(() => server.close(0));
  const interruption = new AbortController();
  const { gatewayFor, recorded } = sessionFor(address, { signal: interruption.signal });
  const endless: Probe = {
    name: 'endless',
    async run(gateway) {
      const reads: Exchange[] = [];
      while (reads.length < 10_000) {
        await gateway.sleep(5);
        reads.push(await gateway.send(chatRequest(EXPECT, { prompt: 'hi' })));
        if (reads.length === 3) interruption.abort();
      }
      return reads;
    },
  };
  expect(await gather(endless, gatewayFor(endless))).toEqual({ pieces: [] });
  expect(recorded).toHaveLength(3);
});
